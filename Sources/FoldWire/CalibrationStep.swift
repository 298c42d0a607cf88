import MotionCore

/// What `calibrate` asks for.
public enum CalibrationStep: Hashable, Sendable {
    /// What the sensor reads in this pose.
    case pose(CalibrationPose)
    /// The mount matrix that the poses measured on the same connection show.
    case matrix
    /// The level that makes the present pose neutral.
    case level

    /// The step called `name`; nil where there is none.
    public init?(name: some StringProtocol) {
        switch name {
        case "matrix": self = .matrix
        case "level": self = .level
        default:
            guard let pose = CalibrationPose(rawValue: String(name)) else { return nil }
            self = .pose(pose)
        }
    }

    /// Its name in a request.
    public var name: String {
        switch self {
        case .pose(let pose): pose.rawValue
        case .matrix: "matrix"
        case .level: "level"
        }
    }

    /// All of them, in the order in which they are asked for.
    public static let all = CalibrationPose.allCases.map { CalibrationStep.pose($0) } + [.matrix, .level]
}
