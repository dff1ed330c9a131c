using System.ComponentModel;
using System.Reflection;

namespace CopyOnWrite.Tasks;

/// <summary>Reports that a file was replaced which programs have loaded: they run on with the old one.</summary>
internal static class FileInUseMessage
{
    private const string Code = "COW1015";

    // The built-in task's warning that it retries.
    private const string OfARetry = "MSB3026";

    // Programs of builds, which outlive them: a node keeps a task that it has loaded (dotnet/msbuild#3141), and a test host loads new
    // libraries beside old ones.
    private static readonly string[] s_ofBuilds = ["MSBuild", "dotnet", "devenv", "VBCSCompiler", "testhost"];

    // Older hosts lack IBuildEngine8, which has the codes of warnings that the build makes errors of, so it is looked up by its name, as in
    // CallReport.
    private static readonly MethodInfo? s_isError =
        typeof(IBuildEngine).Assembly.GetType("Microsoft.Build.Framework.IBuildEngine8")?.GetMethod("ShouldTreatWarningAsError");

    /// <summary>
    /// A warning where the next builds may run the old file, as the built-in task's MSB3026 is one for each of these; otherwise a message.
    /// Also a message where the warning would be an error and that one not: so no build fails in which retries succeeded.
    /// </summary>
    internal static void Log(IBuildEngine engine, TaskLoggingHelper log, string destination, IReadOnlyList<int> processes)
    {
        List<(string Name, int Id)> programs = Programs(processes.Concat(IsLoadedHere(destination) ? [ProcessFiles.OwnId()] : []));
        string by = programs.Count == 0 ? string.Empty
            : $" by \"{string.Join(", ", programs.Select(program => $"{program.Name} ({program.Id})"))}\"";
        bool outlivesTheBuild = programs.Exists(program =>
            Array.Exists(s_ofBuilds, name => program.Name.StartsWith(name, StringComparison.OrdinalIgnoreCase)));
        string remedy = outlivesTheBuild
            ? ", so later builds may run old tasks or analyzers. 'dotnet build-server shutdown' ends MSBuild nodes and compiler servers. "
                + "Restart Visual Studio, and end test hosts or the program itself yourself"
            : string.Empty;
        string text = $"CopyOnWrite: '{destination}' was replaced while in use{by}. A program that has loaded the old file "
            + $"keeps using that file until the program restarts{remedy}. See {Documentation.PageOf(Code)}";
        if (outlivesTheBuild && (!IsError(engine, Code) || IsError(engine, OfARetry)))
        {
            log.LogWarning(null, Code, null, null, 0, 0, 0, 0, "{0}", text);
        }
        else
        {
            MessageImportance importance = outlivesTheBuild ? MessageImportance.High : MessageImportance.Normal;
            log.LogMessage(null, Code, null, null, 0, 0, 0, 0, importance, "{0}", text);
        }
    }

    /// <summary>False where MSBuild cannot answer.</summary>
    private static bool IsError(IBuildEngine engine, string code) =>
        s_isError?.DeclaringType!.IsInstanceOfType(engine) == true && (bool)s_isError.Invoke(engine, new object[] { code })!;

    /// <summary>Windows names this process in any case, as it has just had the file open, so the list of users leaves it out.</summary>
    private static bool IsLoadedHere(string destination) => Array.Exists(
        AppDomain.CurrentDomain.GetAssemblies(),
        assembly => !assembly.IsDynamic && string.Equals(assembly.Location, destination, StringComparison.OrdinalIgnoreCase));

    /// <summary>Processes as the built-in task's MSB3027 lists them.</summary>
    private static List<(string Name, int Id)> Programs(IEnumerable<int> processes)
    {
        var programs = new List<(string, int)>();
        foreach (int id in processes)
        {
            try
            {
                using Process process = Process.GetProcessById(id);
                programs.Add((process.ProcessName, id));
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
            {
                // It has ended, or this user may not see its name.
            }
        }

        return programs;
    }
}
