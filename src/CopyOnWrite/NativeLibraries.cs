// The system's libraries are not looked for beside the assembly, where a package could put others. On Unix the flag only leaves out the
// assembly's folder (page "Native library loading" of the .NET documentation).
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
