import Glibc

/// The first place from `start` on where `text` has `byte`; nil where it has none.
///
/// By the C library's memchr, which looks at many bytes at a time: lines are found in everything that is read.
public func firstIndex(of byte: UInt8, in text: [UInt8], from start: Int) -> Int? {
    text.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        return memchr(base + start, Int32(byte), bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
}
