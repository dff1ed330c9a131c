namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Logs as builds of the SDK leave them, of as many files as a test wants.</summary>
internal static class ReportLogs
{
    private static readonly (string Outcome, string? Reason)[] s_outcomes =
    [
        ("cloned", null), ("fromCache", null), ("copied", "DifferentVolumes"), ("copied", "SourceIsDirty"), ("cloned", null),
    ];

    /// <summary>Each project copies the same packages and what it compiled itself, as projects do.</summary>
    internal static BuildLog Of(int projects, int filesOfEach) => new(
        [.. Enumerable.Range(0, projects).Select(project => Call(project, filesOfEach))], [], [], [])
    {
        Started = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        Duration = TimeSpan.FromSeconds(83.25),
    };

    private static LoggedCall Call(int project, int files)
    {
        string folder = $"/home/somebody/source/repositories/product/src/Company.Product.Area{project % 40}.Component{project}";
        return new LoggedCall(
            $"{folder}/Company.Product.Area{project % 40}.Component{project}.csproj",
            project % 3 == 0 ? "CopyFilesToOutputDirectory" : "_CopyFilesMarkedCopyLocal",
            TimeSpan.FromMilliseconds(10 + (project * 7 % 300)),
            "/home/somebody/.nuget/packages/copyonwrite.sdk/0.1.0/tasks/net/CopyOnWrite.Sdk.Tasks.dll",
            true,
            [])
        {
            Record = new CopyRecord(
                3, DateTime.UnixEpoch, folder, null, 1, 0, 0, 0, 12, 0,
                [.. Enumerable.Range(0, files).Select(i => File(folder, project, i))]),
        };
    }

    private static CopyRecordFile File(string folder, int project, int i)
    {
        (string outcome, string? reason) = s_outcomes[(project + i) % s_outcomes.Length];
        string name = $"Company.Some.Package.With.Long.Name{i}.dll";
        string from = i % 10 == 0 ? $"{folder}/obj/Release/net10.0/{name}"
            : $"/home/somebody/.nuget/packages/company.some.package.with.long.name{i}/12.{i % 7}.3/lib/net8.0/{name}";
        return new CopyRecordFile(
            from, $"{folder}/bin/Release/net10.0/{(i % 50 == 7 ? "Renamed" : string.Empty)}{name}",
            outcome, reason, 1_000 + ((i * 7919L) % 2_000_000));
    }
}
