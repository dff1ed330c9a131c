namespace CopyOnWrite.Benchmarks;

/// <summary>Compiles and runs bare.c: the cost of a Copy's system calls alone.</summary>
internal sealed class BareLoop(string program)
{
    /// <summary>Null where there is no C compiler, and on other systems than Linux, whose calls it makes.</summary>
    internal static async Task<BareLoop?> CompileAsync(string scratch, CancellationToken cancel)
    {
        if (!OperatingSystem.IsLinux() || !Shell.Finds("cc"))
        {
            Console.WriteLine("No C compiler of Linux: the bare limit is not measured.");
            return null;
        }

        string program = Path.Combine(scratch, "bare");
        string source = Path.Combine(RepositoryRoot.Folder, "eng", "Benchmarks", "bare.c");
        (int exitCode, _) = await Shell.ReadAsync("cc", ["-O2", "-Wall", "-o", program, source], cancel);
        return exitCode == 0 ? new BareLoop(program) : throw new InvalidOperationException("bare.c does not compile.");
    }

    /// <summary>The µs for all files.</summary>
    /// <param name="clone">Whether to clone; otherwise the content is copied.</param>
    /// <param name="how">"new"; for existing destinations "replace"; or "look", for looking up both files of each pair.</param>
    internal async Task<double> RunAsync(string pairs, bool clone, string how, CancellationToken cancel)
    {
        (int exitCode, string output) = await Shell.ReadAsync(program, [clone ? "clone" : "copy", how, pairs], cancel);
        return exitCode == 0 ? double.Parse(output) / 1000 : throw new InvalidOperationException("The bare loop failed.");
    }
}
