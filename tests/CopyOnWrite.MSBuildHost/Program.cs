using System.Reflection;
using System.Runtime.Loader;

namespace CopyOnWrite.MSBuildHost;

/// <summary><c>[exec] FILE.dll ARGUMENTS</c>: runs a .NET program as <c>dotnet</c> would, with this process's runtime.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        // MSBuild's Csc task starts the compiler like this.
        args = args[0] == "exec" ? args[1..] : args;
        string file = Path.GetFullPath(args[0]);
        string folder = Path.GetDirectoryName(file)!;

        // MSBuild takes what it needs from the folder of this file; without it, from the folder of the process.
        if (Path.GetFileName(file).Equals("MSBuild.dll", StringComparison.OrdinalIgnoreCase))
        {
            Environment.SetEnvironmentVariable("MSBUILD_EXE_PATH", file);
        }

        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            string path = Path.Combine(folder, name.Name + ".dll");
            return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
        };
        MethodInfo main = AssemblyLoadContext.Default.LoadFromAssemblyPath(file).EntryPoint!;
        object? result = main.Invoke(null, main.GetParameters().Length == 0 ? null : [args[1..]]);
        return result is int code ? code : 0;
    }
}
