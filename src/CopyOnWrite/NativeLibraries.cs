using System.Runtime.InteropServices;

// The system's libraries are not looked for beside the assembly, where a package could put others. Unix has no System32: there the flag only
// leaves out the assembly's folder (NativeLibrary::LoadNativeLibraryBySearch in coreclr).
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
