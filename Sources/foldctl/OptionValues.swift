import FoldWire
import MotionCore
import PlainText
import UnixProgram

extension OrientationSetting {
    /// The orientation that an option's value names; `auto` is for a portrait panel, unless the recording has another.
    init(argument: String) throws(Failure) {
        guard let setting = OrientationSetting(name: argument, panel: .portrait) else {
            throw Failure(
                .usage, "the orientation \(quoted(argument.utf8)) is none; use \(OrientationSetting.names)")
        }
        self = setting
    }
}

/// What `parse` makes of an option's value; its refusal is a wrong command line.
@discardableResult
func usage<Value>(_ parse: @autoclosure () throws(Refusal) -> Value) throws(Failure) -> Value {
    do { return try parse() } catch { throw Failure(.usage, error.problem) }
}

extension Arguments {
    /// Refuses a command line with operands where there can be none.
    func refuseOperands() throws(Failure) {
        if let operand = operands.first {
            throw Failure(.usage, "there is nothing to do with \(quoted(operand.utf8)); see --help")
        }
    }

    /// The one operand that there must be: `what`, in words.
    func onlyOperand(_ what: String) throws(Failure) -> String {
        guard let operand = operands.first else { throw Failure(.usage, "name \(what); see --help") }
        guard operands.count == 1 else {
            throw Failure(.usage, "there is one operand too many, \(quoted(operands[1].utf8)); see --help")
        }
        return operand
    }
}
