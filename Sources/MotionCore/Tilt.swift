import Glibc

/// Step 3: how far the tablet leans about its two axes, linear in the angle: 90° is 1.
public struct Tilt: Hashable, Sendable {
    /// Along the panel's x: +1 with the left edge straight up.
    public var x: Double
    /// Along the panel's y: −1 with the top edge straight up.
    public var y: Double

    /// The tilts `x` and `y`, each −1…1 where 1 is 90°.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The tilt of `gravity` as seen from a tablet whose neutral pose is `level`.
    ///
    /// By the arc sine, not by the component itself: the component flattens toward 90°, and the last 20° would be
    /// felt as nothing.
    init(of gravity: Gravity, level: Tilt) {
        x = Self.angle(gravity.direction.x) - level.x
        y = Self.angle(gravity.direction.y) - level.y
    }

    private static func angle(_ component: Double) -> Double {
        asin(min(max(component, -1), 1)) / (.pi / 2)
    }
}
