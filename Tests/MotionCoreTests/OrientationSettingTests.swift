import Testing

@testable import MotionCore

@Suite("OrientationSetting")
struct OrientationSettingTests {
    @Test(
        "names: auto for the panel, or an orientation's",
        arguments: zip(
            ["auto", "landscape-left", "bottom-up", "portrait", ""],
            [.auto(.landscape), .fixed(.leftUp), .fixed(.bottomUp), nil, nil] as [OrientationSetting?]))
    func names(_ name: String, _ expected: OrientationSetting?) {
        #expect(OrientationSetting(name: name, panel: .landscape) == expected)
    }

    @Test("auto begins with the first of the panel's pair")
    func beginnings() {
        #expect(OrientationSetting.auto(.portrait).initial == .rightUp)
        #expect(OrientationSetting.auto(.landscape).initial == .normal)
        #expect(OrientationSetting.fixed(.bottomUp).initial == .bottomUp)
    }

    struct Row: CustomTestStringConvertible {
        var setting: OrientationSetting
        var component: Double
        var current: Orientation
        var expected: Orientation
        var testDescription: String { "\(setting) at \(component) from \(current)" }
    }

    @Test(
        "takes the first below −0.5, the second above 0.5, and keeps its choice between, bounds included",
        arguments: [
            Row(setting: .auto(.portrait), component: -0.5, current: .leftUp, expected: .leftUp),
            Row(setting: .auto(.portrait), component: -0.500001, current: .leftUp, expected: .rightUp),
            Row(setting: .auto(.portrait), component: 0.5, current: .rightUp, expected: .rightUp),
            Row(setting: .auto(.portrait), component: 0.500001, current: .rightUp, expected: .leftUp),
            Row(setting: .auto(.portrait), component: 0, current: .leftUp, expected: .leftUp),
            Row(setting: .auto(.portrait), component: 1, current: .leftUp, expected: .leftUp),
            Row(setting: .auto(.landscape), component: -0.5, current: .bottomUp, expected: .bottomUp),
            Row(setting: .auto(.landscape), component: -0.500001, current: .bottomUp, expected: .normal),
            Row(setting: .auto(.landscape), component: 0.5, current: .normal, expected: .normal),
            Row(setting: .auto(.landscape), component: 0.500001, current: .normal, expected: .bottomUp),
            Row(setting: .fixed(.rightUp), component: 1, current: .rightUp, expected: .rightUp),
        ])
    func turning(_ row: Row) {
        let (along, across) =
            row.setting == .auto(.landscape)
            ? (Vector3(0, row.component, 0), Vector3(1, row.component, 0))
            : (Vector3(row.component, 0, 0), Vector3(row.component, -1, 0))
        for vector in [along, across] {
            let gravity = Gravity(acceleration: vector, length: 1)
            #expect(row.setting.orientation(for: gravity, current: row.current) == row.expected)
        }
    }
}
