// swift-tools-version:6.0
// Targets stand in the order in which the data flows: text and kernel first, then
// sensor → gravity → tilt → fold → line → socket.

import PackageDescription

let package = Package(
    name: "folddaemon",
    products: [
        .library(name: "MotionCore", targets: ["MotionCore"]),
        .library(name: "Recordings", targets: ["Recordings"]),
        .library(name: "FoldWire", targets: ["FoldWire"]),
    ],
    targets: [
        // Doors to C: a module map and a header each.
        .systemLibrary(name: "CLinux"),

        .target(name: "MotionCore"),
        .target(name: "PlainText"),
        .target(name: "UnixProgram", dependencies: ["PlainText", "CLinux"]),
        .target(name: "Recordings", dependencies: ["MotionCore", "PlainText"]),
        .target(name: "FoldWire", dependencies: ["MotionCore", "PlainText"]),
        .target(name: "TestSupport", dependencies: ["UnixProgram"], path: "Tests/TestSupport"),
        .testTarget(name: "MotionCoreTests", dependencies: ["MotionCore", "TestSupport"]),
        .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "TestSupport"]),
        .testTarget(name: "RecordingsTests", dependencies: ["Recordings", "TestSupport"]),
        .testTarget(name: "FoldWireTests", dependencies: ["FoldWire"]),
        .testTarget(name: "UnixProgramTests", dependencies: ["UnixProgram"]),
    ],
    swiftLanguageModes: [.v6]
)
