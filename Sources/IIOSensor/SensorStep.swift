import MotionCore

/// The words in which a sensor's course and its thread speak.
extension SensorCourse {
    /// What is to be done next.
    enum Deed: Equatable {
        /// Find the sensor.
        case search
        /// Switch its buffer on, and see whether a scan comes within so many ms.
        case openBuffer(probe: Int32)
        /// Let the loop read the buffer until something ends it.
        case stream
        /// Leave the buffer on, and look by one raw read whether its sensor merely has nothing new to say.
        case checkSilence
        /// Let the loop read on.
        case resumeStream
        /// Read its attributes until something ends it; `beside` another program that has a claim to its buffer.
        case poll(beside: Bool)
        /// Switch it off and wait so many ms, or until devices come or go.
        case rest(Int32)
        /// Switch it off and wait until the system has slept.
        case sleep
    }

    /// What came of a deed.
    enum Outcome: Equatable {
        case found(Prospect)
        case nothingFound(String)
        /// There is a hinge sensor instead, which is read meanwhile.
        case onlyHinge
        /// It is there, and means nothing: a sentence why.
        case unusable(String)
        case bufferDelivers
        case bufferSilent
        case bufferRefused(BufferRefusal)
        case streamEnded(StreamEnd)
        case isStill
        case isSilent
        case pollEnded(PollEnd)
        case rested
        case goesToSleep
        /// The system has slept, and the sensor was let go before.
        case awake
        /// The system has slept, and nobody had said so.
        case overslept
        /// iio-sensor-proxy came or went.
        case neighbourChanged
    }

    /// A sensor that was found.
    struct Prospect: Equatable {
        /// As in `accel_3d (iio:device0)`.
        var name: String
        var hasBuffer = true
        var isBufferOn = false
        /// The buffer that is on was left so by this service.
        var isBufferOurs = false
    }

    /// How polling ended.
    enum PollEnd: Equatable {
        case gone(String)
        /// Another program has the buffer on, and the driver lets only one read.
        case busy
        case failed(String)
        case frozen
        /// Nobody else has a claim to the buffer any more.
        case alone
    }

    /// What there is to tell.
    struct Report: Equatable {
        let state: SensorState
        let detail: String

        init(_ state: SensorState, _ detail: String) {
            self.state = state
            self.detail = detail
        }
    }

    /// A deed, and what to tell before it.
    struct Step: Equatable {
        let deed: Deed
        var report: Report?

        init(_ deed: Deed, _ report: Report? = nil) {
            self.deed = deed
            self.report = report
        }
    }
}
