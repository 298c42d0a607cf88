import MotionCore
import Testing

@testable import folddaemon

@Suite struct HwdbEntryTests {
    private static let dmi =
        "dmi:bvnAmericanMegatrendsInc.:bvrP02A_C106.60E:bd04/14/2017:br5.11:svnCHUWI:pnHi10X:pvrDefaultstring:"
        + "rvnCHUWI:rnHi10X:rvrDefaultstring:cvnDefaultstring:ct31:cvrDefaultstring:skuDefaultstring:"

    static let entries: [(String?, String?, String)] = [
        // the parent's modalias, the machine's, the entry
        ("acpi:KIOX000A:KIOX000A:", dmi, "sensor:modalias:acpi:KIOX000A*:dmi:*:svnCHUWI:pnHi10X:*"),
        ("acpi:BOSC0200:BOSC0200:", dmi, "sensor:modalias:acpi:BOSC0200*:dmi:*:svnCHUWI:pnHi10X:*"),
        (
            "platform:HID-SENSOR-200073", dmi,
            "sensor:modalias:platform:HID-SENSOR-200073:dmi:*:svnCHUWI:pnHi10X:*"
        ),
        (
            "platform:cros-ec-accel", "dmi:bvncoreboot:svnGoogle:pnKohaku:pvrrev3:",
            "sensor:modalias:platform:cros-ec-accel:dmi:*:svnGoogle:pnKohaku:*"
        ),
        // what the firmware's maker left
        (
            "acpi:SMO8500:SMO8500:", "dmi:svnTobefilledbyO.E.M.:pnDefaultstring:rvnX:",
            "sensor:modalias:acpi:SMO8500*:dmi:*:svn<vendor>:pn<product>:*"
        ),
        ("i2c:mxc4005", nil, "sensor:modalias:i2c:mxc4005:dmi:*:svn<vendor>:pn<product>:*"),
        (nil, dmi, "sensor:modalias:<the sensor's modalias>:dmi:*:svnCHUWI:pnHi10X:*"),
        ("", "", "sensor:modalias::dmi:*:svn<vendor>:pn<product>:*"),
    ]

    @Test(arguments: entries)
    func namesSensorAndMachine(_ modalias: String?, _ dmi: String?, _ entry: String) {
        let matrix = MountMatrix(x: Vector3(0, -1, 0), y: Vector3(1, 0, 0), z: Vector3(0, 0, 1))
        #expect(
            HwdbEntry(modalias: modalias, dmi: dmi, matrix: matrix).lines
                == [entry, " ACCEL_MOUNT_MATRIX=0, -1, 0; 1, 0, 0; 0, 0, 1"])
    }
}
