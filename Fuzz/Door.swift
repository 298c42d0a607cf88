/// Where libFuzzer comes in, and the one place with a pointer; `fuzz` is the target that this file is built with.
@_cdecl("LLVMFuzzerTestOneInput")
public func takeInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
