import MotionCore

@testable import Recordings

/// The items of a recording that comes in `pieces`.
func items(_ pieces: [ArraySlice<UInt8>]) throws(RecordingError) -> [RecordingItem] {
    var reader = RecordingReader(file: "hand.csv")
    var items: [RecordingItem] = []
    for piece in pieces {
        reader.append(piece)
        while let item = try reader.next() { items.append(item) }
    }
    reader.endInput()
    while let item = try reader.next() { items.append(item) }
    try reader.finish()
    return items
}

/// The items of the recording `text`, in one piece.
func items(_ text: String) throws(RecordingError) -> [RecordingItem] {
    try items([Array(text.utf8)[...]])
}

/// The item of a row.
func row(_ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double) -> RecordingItem {
    .sample(Sample(time: Nanoseconds(nanoseconds), acceleration: Vector3(x, y, z)))
}

/// The first line and the column line, for recordings of rows alone; the first row is line 3.
let head = "# folddaemon recording 1\nt,x,y,z\n"
