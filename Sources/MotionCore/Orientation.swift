/// Which edge of the panel is up on the screen, as the desktop has turned it.
public enum Orientation: String, CaseIterable, Sendable {
    /// The panel's right edge is up: a landscape pose of a portrait panel, also called `landscape-right`.
    case rightUp = "right-up"
    /// The panel's left edge is up: the other landscape pose of a portrait panel, also called `landscape-left`.
    case leftUp = "left-up"
    /// The panel's top edge is up: a landscape pose of a panel that is landscape by nature.
    case normal = "normal"
    /// The panel's bottom edge is up: the other landscape pose of a landscape panel.
    case bottomUp = "bottom-up"

    /// The orientation of that name, or nil.
    public init?(name: String) {
        switch name {
        case "landscape-right": self = .rightUp
        case "landscape-left": self = .leftUp
        default: self.init(rawValue: name)
        }
    }

    /// Step 5: minus the tilt along the screen's right-hand direction. Negative when the left edge is lifted.
    func roll(_ tilt: Tilt) -> Double {
        switch self {
        case .rightUp: tilt.y
        case .leftUp: -tilt.y
        case .normal: -tilt.x
        case .bottomUp: tilt.x
        }
    }

    /// Minus the tilt along the screen's upward direction. Published; it folds nothing.
    func pitch(_ tilt: Tilt) -> Double {
        switch self {
        case .rightUp: -tilt.x
        case .leftUp: tilt.x
        case .normal: -tilt.y
        case .bottomUp: tilt.y
        }
    }
}

/// Whether the panel's native mode is higher than wide.
public enum Panel: String, Sendable {
    /// Higher than wide; also what an unknown panel counts as.
    case portrait
    /// Wider than high, or square.
    case landscape

    /// The two landscape poses: the one taken where gravity's component is negative, and the other.
    var poses: (Orientation, Orientation) {
        switch self {
        case .portrait: (.rightUp, .leftUp)
        case .landscape: (.normal, .bottomUp)
        }
    }
}

/// How the orientation is known: said by somebody, or told from gravity.
public enum OrientationSetting: Hashable, Sendable {
    /// It is this one.
    case fixed(Orientation)
    /// Whichever landscape pose of this panel gravity shows. Never a portrait pose: rolling is what folds.
    case auto(Panel)

    /// The setting called `name`: an orientation's, or `auto` for `panel`; nil if it is neither.
    public init?(name: String, panel: Panel) {
        if name == "auto" {
            self = .auto(panel)
        } else if let orientation = Orientation(name: name) {
            self = .fixed(orientation)
        } else {
            return nil
        }
    }

    /// What `init(name:panel:)` accepts, for error sentences.
    public static let names = "auto, landscape-right (right-up), landscape-left (left-up), normal or bottom-up"

    /// The orientation to start with.
    public var initial: Orientation {
        switch self {
        case .fixed(let orientation): orientation
        case .auto(let panel): panel.poses.0
        }
    }

    /// The orientation to start with where it was `current` before: that one, if the setting can yield it.
    func first(from current: Orientation) -> Orientation {
        guard case .auto(let panel) = self else { return initial }
        return current == panel.poses.1 ? current : initial
    }

    /// The orientation that `gravity` shows; `current` where it shows none, as when lying flat.
    func orientation(for gravity: Gravity, current: Orientation) -> Orientation {
        guard case .auto(let panel) = self else { return current }
        let component = panel == .portrait ? gravity.direction.x : gravity.direction.y
        if component < -Tuning.turnThreshold { return panel.poses.0 }
        if component > Tuning.turnThreshold { return panel.poses.1 }
        return current
    }
}
