using Microsoft.Build.Execution;
using Microsoft.Build.Framework;
using Microsoft.Build.Logging;

namespace CopyOnWrite.NetFrameworkHost;

/// <summary>Builds projects one after the other in this process: pairs of a project and the binary log that it gets, with a
/// detailed log as text beside it. Prints how each one ended.</summary>
internal static class Program
{
    private static int Main(string[] args)
    {
        // MSBuild takes the folder of the program of that path for its own.
        Environment.SetEnvironmentVariable("MSBUILD_EXE_PATH", typeof(Program).Assembly.Location);
        for (int i = 0; i + 1 < args.Length; i += 2)
        {
            // A task asks by its working directory, which is the project's folder in a build.
            Directory.SetCurrentDirectory(Path.GetDirectoryName(args[i]));
            Console.WriteLine($"{Path.GetFileName(args[i])}: {Build(args[i], args[i + 1])}");
        }

        return 0;
    }

    // Not in Main, which sets the folder before any MSBuild assembly is loaded.
    private static BuildResultCode Build(string project, string log)
    {
        var parameters = new BuildParameters
        {
            EnableNodeReuse = false,
            MaxNodeCount = 1,
            Loggers = new ILogger[]
            {
                new BinaryLogger { Parameters = log },
                new FileLogger { Parameters = $"logfile={log}.txt;verbosity=detailed;encoding=utf-8" },
            },
        };
        var request = new BuildRequestData(project, new Dictionary<string, string>(), null, Array.Empty<string>(), null);
        return BuildManager.DefaultBuildManager.Build(parameters, request).OverallResult;
    }
}
