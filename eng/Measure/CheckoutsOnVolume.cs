namespace CopyOnWrite.Measure;

/// <summary>A second checkout, made by `dotnet cow worktree` and filled by `dotnet cow warm`: its first build compiles nothing.</summary>
internal sealed class CheckoutsOnVolume(string folder, string tool, CancellationToken cancel) : IDisposable
{
    private readonly string _donor = Path.Combine(folder, "app");
    private readonly CompilerServer _server = new();

    internal IEnumerable<Check> All() =>
    [
        new("dotnet cow worktree: the first build compiles nothing", () => CheckAsync("worktree", async path =>
            await ToolAsync(_donor, "worktree", "--detach", path))),
        new("git worktree add and dotnet cow warm: the same", () => CheckAsync("warmed", async path =>
        {
            await GitAsync(_donor, "worktree", "add", "-q", "--detach", path);
            await ToolAsync(path, "warm");
        })),
    ];

    public void Dispose() => _server.Dispose();

    private async Task<Found> CheckAsync(string name, Func<string, Task> makeAsync)
    {
        if (!Shell.Finds("git") && !Shell.Finds("git.exe"))
        {
            return Found.NotShown("git is not installed");
        }

        await MakeDonorAsync();

        // Editors and shells give paths with a drive in lower case; git answers with the true spelling.
        string path = Path.Combine(folder, name);
        await makeAsync(OperatingSystem.IsWindows() ? char.ToLowerInvariant(path[0]) + path[1..] : path);
        (_, string status) = await Shell.ReadAsync("git", ["-C", path, "status", "--porcelain"], cancel);
        DotNetResult build = await BuildAsync(path);
        return build.Compilations > 0 ? Found.Fail($"{build.Compilations} compilations")
            : status.Length > 0 ? Found.Fail($"git status says {status.Trim().Split('\n')[0]}")
            : Found.Pass("0 compilations, git status is clean (autocrlf, a read-only file)");
    }

    private async Task MakeDonorAsync()
    {
        if (Directory.Exists(_donor))
        {
            return;
        }

        // A clone of it: with autocrlf git wrote each source, with CRLF.
        string origin = Path.Combine(folder, "origin");
        SampleRepository.Create(RepositoryRoot.Sample("DeepGraph"), origin, PackedPackage.Feed, sdkVersion: null);
        await File.WriteAllTextAsync(Path.Combine(origin, "notes.txt"), "one\n", cancel);
        await SampleRepository.CommitAsync(origin, cancel);
        await Shell.RequireAsync("git", ["clone", "-q", "-c", "core.autocrlf=true", origin, _donor], cancel);
        File.SetAttributes(Path.Combine(_donor, "notes.txt"), FileAttributes.ReadOnly);
        await BuildAsync(_donor);
    }

    private Task<DotNetResult> BuildAsync(string path) =>
        SampleRepository.BuildAsync(path, ["build"], Path.Combine(folder, "packages"), _server, cancel);

    private async Task ToolAsync(string path, params string[] arguments) =>
        (await DotNet.RunAsync(path, [tool, .. arguments], cancellation: cancel)).ThrowIfFailed();

    private Task GitAsync(string path, params string[] arguments) => Shell.RequireAsync("git", ["-C", path, .. arguments], cancel);
}
