using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;
using Microsoft.Build.Logging;

namespace CopyOnWrite.Parity;

/// <summary>Restores and builds a project as `dotnet build -m:1` does, in this process: an MSBuild of packages has no program.</summary>
internal static class OneBuild
{
    internal static int Run(string project, string log)
    {
        Program.WriteVersions(typeof(BuildManager).Assembly.Location);
        bool succeeded = Build(project, "Restore", $"{log}.restore.binlog", new() { ["MSBuildIsRestoring"] = "true" })
            && Build(project, "Build", log, []);
        return succeeded ? 0 : 1;
    }

    // Evaluated anew: a restore writes files that a build imports.
    private static bool Build(string project, string target, string log, Dictionary<string, string?> properties)
    {
        using var projects = new ProjectCollection();
        using var manager = new BuildManager(target);
        var parameters = new BuildParameters(projects)
        {
            Loggers =
            [
                new ConsoleLogger(Microsoft.Build.Framework.LoggerVerbosity.Minimal) { Parameters = "PerformanceSummary" },
                new BinaryLogger { Parameters = log },
            ],
            MaxNodeCount = 1,
            EnableNodeReuse = false,
        };
        return manager.Build(parameters, new BuildRequestData(project, properties, null, [target], null)).OverallResult
            == BuildResultCode.Success;
    }
}
