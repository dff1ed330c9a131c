using System.Runtime.Loader;

namespace CopyOnWrite.Torture.Host;

/// <summary>
/// <c>host MSBUILD-FOLDER JOB-FILE</c>: says "ready", waits for a line, runs the job's task on the main thread and says how it ended.
/// Between the two lines strace attaches, so that the runtime's start is not counted. Each job has a new process, as
/// a build has.
/// </summary>
internal static class HostProgram
{
    internal const string Verb = "host";
    internal const string Ready = "ready";

    internal static int Run(string msbuild, string jobFile)
    {
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            string path = Path.Combine(msbuild, name.Name + ".dll");
            return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
        };
        return TaskRun.Run(Job.Read(jobFile), msbuild);
    }
}
