import FoldClient

// The socket that is named, or where a daemon is by default.
let client = FoldClient(socket: CommandLine.arguments.dropFirst().first, request: .status)
do {
    for try await message in client.messages {
        switch message {
        case .status(let change): print("it is \(change.status.rawValue)")
        case .event(.sensor(let state, _)): print("the sensor is \(state.rawValue)")
        default: break
        }
    }
} catch {
    print(error)
}
