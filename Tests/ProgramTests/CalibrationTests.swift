import Foundation
import TestSupport
import Testing

/// `calibrate` on the control socket.
@Suite(.serialized) struct CalibrationTests {
    private let directory: TemporaryDirectory
    private let turned: TurnedTablet

    init() throws {
        directory = try TemporaryDirectory()
        turned = try TurnedTablet(in: directory)
    }

    /// Where gravity pulls in each pose, in the device frame.
    private static let poses = [("flat", [0.0, 0, -1]), ("top-up", [0.0, -1, 0]), ("left-up", [1.0, 0, 0])]

    @Test func theInverseOfEveryMountingIsFound() throws {
        let daemon = try turned.start(in: directory)
        // A client for each mounting. In three poses its sensor reads three of six directions: each is held once, for all
        // whose sensor reads it in one pose or another.
        let clients = try TurnedTablet.mountings.map { mounting in (mounting, try daemon.control()) }
        #expect(clients.filter { !$0.0.isMirrored }.count == 24 && clients.count == 48)
        var measured = 0
        for direction in [[1.0, 0, 0], [-1.0, 0, 0], [0.0, 1, 0], [0.0, -1, 0], [0.0, 0, 1], [0.0, 0, -1]] {
            try turned.hold(direction[0], direction[1], direction[2])
            var asked: [(String, StreamClient)] = []
            for (mounting, client) in clients {
                for (pose, gravity) in Self.poses where Self.reading(mounting, gravity) == direction {
                    try client.send("calibrate \(pose)\n")
                    asked.append((pose, client))
                }
            }
            for (pose, client) in asked {
                let answer = try client.next()
                #expect(answer?.hasPrefix("{\"ok\":{\"pose\":\"\(pose)\"") == true, "\(answer ?? "")")
            }
            measured += asked.count
        }
        #expect(measured == 3 * 48)
        for (mounting, client) in clients {
            let answer = try #require(try ask(client, "calibrate matrix"))
            #expect(member("matrix", of: answer) == mounting.matrix)
            #expect(member("kind", of: answer) == "permutation")
            #expect(answer.contains("\"deviations\":{\"flat\":0.000000,\"top-up\":0.000000,\"left-up\":0.000000}"))
        }
    }

    private static func reading(_ mounting: TurnedTablet.Mounting, _ gravity: [Double]) -> [Double] {
        mounting.rows.map { row in row[0] * gravity[0] + row[1] * gravity[1] + row[2] * gravity[2] }
    }

    @Test(arguments: ["gravity", "reaction"])
    func theOwnersSignIsHonoured(_ sign: String) throws {
        // A sensor that sits as the device does, and reads as its owner says.
        if sign == "reaction" { turned.mount([[-1, 0, 0], [0, -1, 0], [0, 0, -1]]) }
        let daemon = try turned.start(in: directory, "[sensor]\nsign = \(sign)\n")
        let client = try daemon.control()
        try measure(["left-up", "flat", "top-up"], client)
        let answer = try #require(try ask(client, "calibrate matrix"))
        #expect(member("matrix", of: answer) == "1, 0, 0; 0, 1, 0; 0, 0, 1")
        #expect(answer.contains(#""configuration":["[sensor]","matrix = 1, 0, 0; 0, 1, 0; 0, 0, 1"]"#))
        // systemd's list knows only the one sign.
        let one = sign == "gravity" ? "1, 0, 0; 0, 1, 0; 0, 0, 1" : "-1, 0, 0; 0, -1, 0; 0, 0, -1"
        #expect(answer.contains("\" ACCEL_MOUNT_MATRIX=\(one)\"]"), "\(answer)")
    }

    @Test func aPoseTellsWhatTheSensorReads() throws {
        turned.mount([[0, 0, 1], [1, 0, 0], [0, 1, 0]])
        // The parent of the device, whose modalias goes into systemd's list.
        let parent = (turned.tablet.device as NSString).deletingLastPathComponent
        try "acpi:KIOX000A:KIOX000A:\n".write(toFile: parent + "/modalias", atomically: false, encoding: .utf8)
        let client = try turned.start(in: directory, "[sensor]\nmatrix = 0, 1, 0; 1, 0, 0; 0, 0, 1\n").control()
        try turned.hold(0, -0.6, -0.8)
        // 600 and 800 counts of 0.009806 m/s², in the sensor's own frame whatever the matrix.
        #expect(
            try ask(client, "calibrate flat")
                == #"{"ok":{"pose":"flat","vector":[-7.844800,0.000000,-5.883600],"length":9.806000,"spread":0.000000}}"#
        )
        try measure(["flat", "top-up", "left-up"], client)
        let answer = try #require(try ask(client, "calibrate matrix"))
        #expect(answer.contains("\"hwdb\":[\"sensor:modalias:acpi:KIOX000A*:dmi:*:svn"), "\(answer)")
    }

    @Test func refusalsSayWhatToDo() throws {
        let daemon = try turned.start(in: directory)
        let client = try daemon.control()
        #expect(try ask(client, "calibrate matrix")?.contains("flat and top-up and left-up") == true)
        try measure(["flat"], client)
        #expect(
            try ask(client, "calibrate top-up")?.contains("nearly the same as flat; stand the tablet upright") == true)
        try turned.hold(0.1, 0.1, 0.9)
        #expect(try ask(client, "calibrate top-up")?.contains("nearly the opposite of flat") == true)
        try turned.hold(0, -0.7, -0.7)
        #expect(try ask(client, "calibrate top-up")?.hasPrefix("{\"ok\"") == true)
        try measure(["left-up"], client)
        #expect(try ask(client, "calibrate matrix")?.contains("flat and top-up are 45.00° apart") == true)
        // What is measured again replaces what was.
        try measure(["top-up"], client)
        #expect(try ask(client, "calibrate matrix")?.hasPrefix("{\"ok\"") == true)
        for (length, words) in [(0.4, "0.40 g at rest"), (1.6, "1.60 g at rest")] {
            try turned.hold(0, 0, -length)
            #expect(try ask(client, "calibrate flat")?.contains(words) == true)
            #expect(try ask(client, "calibrate level")?.contains(words) == true)
        }
        // Poses are the connection's own.
        #expect(try daemon.ask("calibrate matrix")?.contains("measure them first") == true)
    }

    @Test func aTabletThatMovesIsToldSo() throws {
        // A second's readings, so that a test that is held up still moves it among them.
        let client = try turned.start(in: directory, "[sensor]\nrate = 30\n").control()
        try measure(["flat"], client)
        for step in ["top-up", "level"] {
            try client.send("calibrate \(step)\n")
            // Turned to and fro until it is told; each turn is a few readings long at the least.
            var angle = 0.0
            while !client.hasInput(within: 5) {
                angle += 0.3
                try turned.hold(0, -0.5 * abs(sin(angle)), -0.9)
            }
            #expect(try client.next()?.contains("the tablet is not still: its readings differ by") == true)
        }
    }

    @Test func theLevelIsThePresentPoses() throws {
        turned.mount([[0, 1, 0], [-1, 0, 0], [0, 0, 1]])
        let daemon = try turned.start(in: directory, "[sensor]\nmatrix = 0, -1, 0; 1, 0, 0; 0, 0, 1\n")
        // Leaning by 4.5° and −9°: counts of their sines and what is left.
        try turned.hold(0.0784591, -0.1564345, -0.984568)
        let answer = try #require(try daemon.ask("calibrate level"))
        let level = try #require(object(answer)["level"] as? [Double])
        // A count is 0.06°.
        #expect(abs(level[0] - 0.05) < 0.0004 && abs(level[1] + 0.1) < 0.0004)
        #expect(answer.contains(#""configuration":["[fold]","level = 0.0"#))
        try turned.hold(0, -0.3, -0.954)
        #expect(try daemon.ask("calibrate level")?.contains("leans by 17.4") == true)
    }

    @Test func itChangesNothing() throws {
        let daemon = try turned.start(in: directory)
        let settings = try daemon.ask("get")
        let client = try daemon.control()
        try measure(["flat", "top-up", "left-up"], client)
        _ = try ask(client, "calibrate matrix")
        try turned.pose("flat")
        _ = try ask(client, "calibrate level")
        #expect(try daemon.ask("get") == settings)
    }

    private func measure(_ poses: [String], _ client: StreamClient) throws {
        for pose in poses {
            try turned.pose(pose)
            let answer = try ask(client, "calibrate \(pose)")
            #expect(answer?.hasPrefix("{\"ok\":{\"pose\":\"\(pose)\",\"vector\":[") == true, "\(answer ?? "")")
        }
    }

    private func ask(_ client: StreamClient, _ request: String) throws -> String? {
        try client.send(request + "\n")
        return try client.next()
    }

    private func object(_ line: String) throws -> [String: Any] {
        let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(answer?["ok"] as? [String: Any], "\(line)")
    }
}
