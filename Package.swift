// swift-tools-version:6.0
// The doors to C, what motion means, what every program needs, then the data's way:
// recording or sensor → line → socket.

import PackageDescription

let package = Package(
    name: "folddaemon",
    products: [
        .executable(name: "folddaemon", targets: ["folddaemon"]),
        .executable(name: "foldctl", targets: ["foldctl"]),
        .library(name: "MotionCore", targets: ["MotionCore"]),
        .library(name: "Recordings", targets: ["Recordings"]),
        .library(name: "FoldWire", targets: ["FoldWire"]),
        .library(name: "FoldClient", targets: ["FoldClient"]),
    ],
    targets: [
        // Doors to C: a module map and a header each.
        .systemLibrary(name: "CLibIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CLinux"),

        .target(name: "MotionCore"),
        .target(name: "PlainText"),
        .target(name: "UnixProgram", dependencies: ["PlainText", "CLinux"]),
        .target(name: "Recordings", dependencies: ["MotionCore", "PlainText"]),
        .target(
            name: "IIOSensor",
            dependencies: ["MotionCore", "PlainText", "UnixProgram", "CLibIIO", "CSystemd"]),
        .target(name: "FoldWire", dependencies: ["MotionCore", "PlainText"]),
        .target(name: "FoldClient", dependencies: ["MotionCore", "PlainText", "FoldWire", "UnixProgram"]),
        .executableTarget(
            name: "folddaemon",
            dependencies: [
                "MotionCore", "PlainText", "Recordings", "IIOSensor", "FoldWire", "UnixProgram", "CSystemd", "CInih",
            ]),
        .executableTarget(
            name: "foldctl",
            dependencies: ["MotionCore", "PlainText", "Recordings", "FoldWire", "FoldClient", "UnixProgram"]),

        .executableTarget(name: "ReadmeExample", dependencies: ["FoldClient"], path: "Tests/ReadmeExample"),
        .target(name: "TestSupport", dependencies: ["UnixProgram"], path: "Tests/TestSupport"),
        .testTarget(name: "MotionCoreTests", dependencies: ["MotionCore", "TestSupport"]),
        .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "TestSupport"]),
        .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "TestSupport"]),
        .testTarget(name: "IIOSensorTests", dependencies: ["IIOSensor", "MotionCore", "UnixProgram", "TestSupport"]),
        .testTarget(name: "FoldWireTests", dependencies: ["FoldWire", "TestSupport"]),
        .testTarget(
            name: "FoldClientTests", dependencies: ["FoldClient", "FoldWire", "UnixProgram", "TestSupport"]),
        .testTarget(name: "UnixProgramTests", dependencies: ["UnixProgram", "TestSupport"]),
        .testTarget(name: "folddaemonTests", dependencies: ["folddaemon", "TestSupport"]),
        .testTarget(name: "foldctlTests", dependencies: ["foldctl", "TestSupport"]),
        .testTarget(name: "ProgramTests", dependencies: ["UnixProgram", "FoldWire", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
