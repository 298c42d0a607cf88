import Testing

@testable import IIOSensor

@Suite struct SensorLocationTests {
    @Test(
        arguments: [
            // udev's, the label, the driver's location, the place, who says so
            ("display", "accel-base", "base", "display", "udev's ACCEL_LOCATION"),
            ("base", "accel-display", "lid", "base", "udev's ACCEL_LOCATION"),
            (nil, "accel-base", "lid", "base", "the label"), (nil, "accel-display", "base", "display", "the label"),
            (nil, "accel-camera", nil, "camera", "the label"), (nil, nil, "lid", "display", "the driver's location"),
            (nil, nil, "base", "base", "the driver's location"),
            (nil, "lis3dh", "base", "base", "the driver's location"),
            ("", "", "none", "display", nil), (nil, nil, nil, "display", nil),
        ] as [(String?, String?, String?, String, String?)])
    func case22TheFirstWhoSpeaksIsBelieved(
        udev: String?, label: String?, attribute: String?, place: String, source: String?
    ) {
        let location = SensorLocation(udev: udev, label: label, attribute: attribute)
        #expect(location.place.name == place)
        #expect(location.source == source)
    }
}
