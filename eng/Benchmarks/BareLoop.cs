namespace CopyOnWrite.Benchmarks;

/// <summary>Compiles and runs bare.c: the cost of a Copy's system calls alone.</summary>
internal sealed class BareLoop(string program)
{
    /// <summary>Null where there is no C compiler.</summary>
    internal static async Task<BareLoop?> CompileAsync(string scratch, CancellationToken cancel)
    {
        string program = Path.Combine(scratch, "bare");
        try
        {
            string source = Path.Combine(RepositoryRoot.Folder, "eng", "Benchmarks", "bare.c");
            (int exitCode, _) = await Shell.ReadAsync("cc", ["-O2", "-Wall", "-o", program, source], cancel);
            return exitCode == 0 ? new BareLoop(program) : throw new InvalidOperationException("bare.c does not compile.");
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Console.WriteLine("No C compiler: the bare limit is not measured.");
            return null;
        }
    }

    /// <summary>The µs for all files.</summary>
    /// <param name="clone">Whether to clone; otherwise the content is copied.</param>
    /// <param name="how">"new", or for existing destinations "replace".</param>
    internal Task<double> RunAsync(string pairs, bool clone, string how, CancellationToken cancel) =>
        RunAsync([clone ? "clone" : "copy", how, pairs], cancel);

    /// <summary>The µs for looking up both files of each pair.</summary>
    internal Task<double> LookAsync(string pairs, CancellationToken cancel) => RunAsync(["look", "both", pairs], cancel);

    private async Task<double> RunAsync(string[] arguments, CancellationToken cancel)
    {
        (int exitCode, string output) = await Shell.ReadAsync(program, arguments, cancel);
        return exitCode == 0 ? double.Parse(output) / 1000 : throw new InvalidOperationException("The bare loop failed.");
    }
}
