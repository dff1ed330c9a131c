using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The benchmarks' C programs, compiled on the spot.</summary>
internal static class CProgram
{
    /// <summary>False when the compiler does not like what it reads, and has said so.</summary>
    /// <param name="source">A file in this folder.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no compiler.</exception>
    internal static async Task<bool> TryCompileAsync(string source, string program, CancellationToken cancel)
    {
        await TestTools.EnsureAsync(cancel); // The C compiler is one of them.
        string path = Path.Combine(Repository.Root, "eng", "Build", "Benchmarks", source);
        return await Shell.RunAsync("cc", ["-O2", "-Wall", "-o", program, path], cancel) == 0;
    }
}
