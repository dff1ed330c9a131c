using System.IO.Compression;

namespace CopyOnWrite.Measure;

/// <summary>The screen, and a folder and a zip with it for others: without names of the user, the machine and the user's folders.</summary>
internal sealed class Results
{
    private readonly (string Name, string Instead)[] _names;
    private readonly List<(string What, Found Found)> _lines = [];
    private readonly StringBuilder _screen = new();

    internal Results(string measured, string? repository)
    {
        string time = DateTime.UtcNow.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture);
        Folder = Directory.CreateDirectory(Path.Combine(RepositoryRoot.Artifacts, "measured", time)).FullName;
        _names =
        [
            .. new (string? Name, string Instead)[]
            {
                (repository, "REPOSITORY"), (Path.GetFileName(repository), "REPOSITORY"), (RepositoryRoot.Folder, "CHECKOUT"),
                (measured, "FOLDER"), (Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), "HOME"),
                (Environment.MachineName, "MACHINE"), (Environment.UserName, "USER"),
            }.Where(name => name.Name is { Length: > 3 } and not "root")!,
        ];
    }

    internal string Folder { get; }

    internal bool HasFailed => _lines.Exists(line => line.Found.Verdict == Verdict.Fail);

    internal void Say(string line)
    {
        string clean = Clean(line);
        Console.WriteLine(clean);
        _screen.AppendLine(clean);
    }

    internal void Add(Check check, Found found)
    {
        _lines.Add((check.What, found));
        string verdict = found.Verdict switch { Verdict.Pass => "PASS", Verdict.Fail => "FAIL", _ => "NOT SHOWN" };
        Say($"{verdict,-10} {check.What}: {found.Detail.ReplaceLineEndings("; ")}");
    }

    internal void Summarize()
    {
        int Count(Verdict verdict) => _lines.Count(line => line.Found.Verdict == verdict);
        Say(string.Empty);
        Say($"{Count(Verdict.Pass)} passed, {Count(Verdict.Fail)} failed, {Count(Verdict.NotShown)} not shown.");
        Say("This does not show: other volumes, other builds of the system, or what filters and virus scanners of other machines do; "
            + "that content is kept when the power fails; speed with other repositories."
            + string.Concat(_lines.Where(line => line.Found.Verdict == Verdict.NotShown).Select(line => $"\n  - {line.What}")));
    }

    /// <summary>Path of the zip.</summary>
    internal async Task<string> ZipAsync(string machine, CancellationToken cancel)
    {
        await File.WriteAllTextAsync(Path.Combine(Folder, "screen.txt"), _screen.ToString(), cancel);
        await File.WriteAllTextAsync(Path.Combine(Folder, "machine.txt"), machine, cancel);
        foreach (string file in Directory.EnumerateFiles(Folder))
        {
            await File.WriteAllTextAsync(file, Clean(await File.ReadAllTextAsync(file, cancel)), cancel);
        }

        string zip = Folder + ".zip";
        await ZipFile.CreateFromDirectoryAsync(Folder, zip, cancel);
        return zip;
    }

    // JSON doubles backslashes. A name inside of a word is not the name.
    private string Clean(string text) => _names.Aggregate(text, (all, name) => Regex.Replace(
        all, $@"(?<!\w)(?:{Regex.Escape(name.Name)}|{Regex.Escape(name.Name.Replace(@"\", @"\\", StringComparison.Ordinal))})(?!\w)",
        name.Instead, RegexOptions.IgnoreCase));
}
