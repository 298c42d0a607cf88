/// The version of the programs here, as CHANGELOG.md has it.
public let programVersion = "0.1.0"
