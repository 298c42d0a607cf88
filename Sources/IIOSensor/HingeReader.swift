import MotionCore
import UnixProgram

/// Something that an angle can be read from. A read may wait for as long as the firmware does.
protocol HingeReader: AnyObject {
    var facts: HingeFacts { get }
    func read() throws(SystemError) -> HingeReading
}

/// What a read of the hinge found.
enum HingeReading {
    /// An angle.
    case angle(HingeAngle, at: Nanoseconds)
    /// None, and why: a sentence.
    case none(String)
}
