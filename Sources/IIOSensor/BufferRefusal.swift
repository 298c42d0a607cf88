import Glibc
import UnixProgram

/// Why a buffer cannot be switched on, and a sentence of it.
struct BufferRefusal: Error, Equatable {
    enum Reason: Equatable {
        /// Another program has it.
        case busy
        case notPermitted
        /// It has no clock.
        case noTrigger
        case other
    }

    let reason: Reason
    let detail: String

    /// That `place`, as in "the buffer of accel_3d (/dev/iio:device0)", was refused with `error`.
    init(_ error: SystemError, _ place: String) {
        switch error.code {
        case EACCES, EPERM:
            reason = .notPermitted
            detail = "\(place) may not be opened: \(error); only root may, by default"
        case EBUSY:
            reason = .busy
            detail = "\(place) is in another program's hands: \(error)"
        case EINVAL:
            reason = .noTrigger
            detail = "\(place) cannot be switched on: \(error); it may want a trigger"
        case ETIMEDOUT:
            reason = .other
            detail = "\(place) cannot be switched on: \(error); its interrupt may never come"
        default:
            reason = .other
            detail = "\(place) cannot be switched on: \(error)"
        }
    }

    /// That it is not even tried, as `detail` says.
    init(_ detail: String) {
        reason = .other
        self.detail = detail
    }
}

/// Why the loop gives a buffer back.
public enum StreamEnd: Hashable, Sendable {
    /// Nothing came for 2 s; `isBrief` where nearly nothing had come before.
    case silent(isBrief: Bool)
    /// The same reading came over and over, from a sensor that never says the same twice.
    case frozen
    /// The device is gone: a sentence.
    case gone(String)
    /// Reading it failed: a sentence.
    case failed(String)
}
