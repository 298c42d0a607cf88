extension Tilt {
    /// A tablet that lies level leans by no more than this, 13.5°: beyond it somebody holds it, or the matrix is wrong.
    static let mostLevel = 0.15

    /// The neutral tilts of a tablet that lies as `resting` (device frame) and is to count as level; to 10⁻⁶.
    ///
    /// - Throws: Where it leans too far.
    public init(levelOf resting: RestingVector) throws(CalibrationProblem) {
        let gravity = Gravity(acceleration: resting.vector, length: resting.vector.length)
        let tilt = Tilt(of: gravity, level: Tilt(x: 0, y: 0))
        let most = max(abs(tilt.x), abs(tilt.y))
        guard most <= Self.mostLevel else {
            throw CalibrationProblem(
                "the tablet leans by \(hundredths(most * 90))°, over 13.5°; lay it on what is to be level, or find its matrix first: calibrate flat, top-up, left-up, matrix"
            )
        }
        self.init(x: (tilt.x * 1e6).rounded() / 1e6, y: (tilt.y * 1e6).rounded() / 1e6)
    }
}
