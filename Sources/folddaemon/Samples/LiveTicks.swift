import MotionCore
import UnixProgram

/// Ticks of a live source: a timer that follows the pipeline's next one.
final class LiveTicks {
    private unowned let sink: any SampleSink
    private var timer: TimerSource?
    /// What CLOCK_BOOTTIME is ahead of the source's clock.
    private var lead = Nanoseconds.zero

    init(_ loop: EventLoop, _ sink: any SampleSink) throws(SystemError) {
        self.sink = sink
        timer = try loop.timer { [unowned self] in
            sink.tick(upTo: Nanoseconds(BootClock.now()) - lead)
            arm()
        }
    }

    /// A sample was taken, from a source whose clock is `lead` behind CLOCK_BOOTTIME.
    func follow(lead: Nanoseconds = .zero) {
        self.lead = lead
        arm()
    }

    /// No more ticks until the next sample.
    func cancel() {
        timer?.cancel()
    }

    private func arm() {
        if let tick = sink.tickTime { timer?.set((tick + lead).count) } else { timer?.cancel() }
    }
}
