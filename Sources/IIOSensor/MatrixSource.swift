import MotionCore
import PlainText

/// A mount matrix with where it came from.
public struct FoundMatrix: Hashable, Sendable {
    /// The matrix, sound in its x and y rows.
    public let matrix: MountMatrix
    /// As in `udev's ACCEL_MOUNT_MATRIX`; nil where nobody gave one, which is identity.
    public let source: String?
    /// What had to be refused or mended on the way: a sentence each.
    public let warnings: [String]

    /// The first usable one of `candidates`, each a source's name with its text; identity where there is none.
    ///
    /// One is used, never a product of two: the sources all describe the same mounting.
    static func first(of candidates: [(source: String, text: String?)]) -> FoundMatrix {
        var warnings: [String] = []
        for (source, text) in candidates {
            guard let text, !text.isEmpty else { continue }
            guard let matrix = MountMatrix(text: text), let usable = matrix.usable else {
                warnings.append(
                    "the matrix \(quoted(text.utf8)) of \(source) is refused: its x and y rows must have length 1 and not be parallel"
                )
                continue
            }
            if usable != matrix {
                warnings.append("the matrix \(quoted(text.utf8)) of \(source) has a wrong z row, which x × y replaces")
            }
            return FoundMatrix(matrix: usable, source: source, warnings: warnings)
        }
        return FoundMatrix(matrix: .identity, source: nil, warnings: warnings)
    }
}

extension MountMatrix {
    /// The matrix written as the kernel does, `xx, xy, xz; yx, yy, yz; zx, zy, zz`; nil if `text` is none, whole.
    public init?(text: String) {
        // Text compares by meaning, and there are characters that mean a semicolon and are none.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rows: [Vector3] = []
        for row in text.split(separator: ";", omittingEmptySubsequences: false) {
            let numbers = row.split(separator: ",", omittingEmptySubsequences: false).map { decimal(trimmed($0)) }
            guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else { return nil }
            rows.append(Vector3(x, y, z))
        }
        guard rows.count == 3 else { return nil }
        self.init(x: rows[0], y: rows[1], z: rows[2])
    }

    /// The matrix as the kernel writes it.
    public var text: String {
        var text: [UInt8] = []
        for (index, row) in [x, y, z].enumerated() {
            if index > 0 { text.append(text: "; ") }
            for (column, value) in [row.x, row.y, row.z].enumerated() {
                if column > 0 { text.append(text: ", ") }
                text.append(shortest: value)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
