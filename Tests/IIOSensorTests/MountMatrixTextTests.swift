import IIOSensor
import MotionCore
import Testing

@Suite struct MountMatrixTextTests {
    /// Right edge of the sensor is the top of the tablet.
    private static let turned = MountMatrix(x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))

    @Test(arguments: [
        "0, 1, 0; -1, 0, 0; 0, 0, 1",
        "0,1,0;-1,0,0;0,0,1",
        "0.0, 1.000000, 0; -1.0, 0, 0.0; 0, 0, 1e0",
        "  0 ,1,  0 ;\t-1 , 0,0;0,0,1  ",
        "0, +1, 0; -1, -0, 0; 0, 0, 1",
    ])
    func isReadWithAnyBlanksAndDecimals(_ text: String) {
        #expect(MountMatrix(text: text) == Self.turned)
    }

    @Test(arguments: [
        "", " ", "identity", "0, 1, 0", "0, 1, 0; -1, 0, 0", "0, 1, 0; -1, 0, 0; 0, 0, 1; 0, 0, 0",
        "0, 1, 0; -1, 0, 0; 0, 0, 1;", "0, 1; -1, 0; 0, 0", "0, 1, 0, 0; -1, 0, 0; 0, 0, 1",
        "0, 1, 0; -1, 0, 0; 0, , 1",
        "0, 1, 0; -1, 0, 0; 0, 0, nan", "0, 1, 0; -1, 0, 0; 0, 0, 0x1", "0, 1, 0; -1, 0, 0; 0, 0, 1 m",
        "0 1 0; -1 0 0; 0 0 1", "0, 1, 0, -1, 0, 0, 0, 0, 1", "0; 1; 0, -1; 0; 0, 0; 0; 1", "0,0, 1,0, 0,0; 0; 0",
        // Greek question marks, which text takes for semicolons.
        "0, 1, 0\u{37e} -1, 0, 0\u{37e} 0, 0, 1",
    ])
    func whatIsNotThreeRowsOfThreeNumbersIsNoMatrix(_ text: String) {
        #expect(MountMatrix(text: text) == nil)
    }

    @Test(arguments: [
        (MountMatrix.identity, "1, 0, 0; 0, 1, 0; 0, 0, 1"),
        (turned, "0, 1, 0; -1, 0, 0; 0, 0, 1"),
        (
            MountMatrix(x: Vector3(0.5, -0.866025403784, 0), y: Vector3(0.866025403784, 0.5, 0), z: Vector3(0, 0, -1)),
            "0.5, -0.866025403784, 0; 0.866025403784, 0.5, 0; 0, 0, -1"
        ),
    ])
    func isWrittenAsTheKernelDoesAndReadsBackToTheSame(_ matrix: MountMatrix, text: String) {
        #expect(matrix.text == text)
        #expect(MountMatrix(text: matrix.text) == matrix)
    }
}
