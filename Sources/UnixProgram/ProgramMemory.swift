import CLinux

/// The memory that the program's own file takes.
public enum ProgramMemory {
    /// Lets go of the program's code, which comes back from the kernel's cache, a piece at a time, as it is run.
    ///
    /// Starting runs through much code that is never run again, and the kernel maps what lies around it as well. To be
    /// called once the steady state is reached: what stays mapped then is what that needs.
    public static func forgetStart() {
        unmap_program_code()
    }
}
