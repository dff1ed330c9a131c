using System.Runtime.Loader;

namespace CopyOnWrite.Torture.Host;

/// <summary>
/// <c>host MSBUILD-FOLDER JOB-FILE</c>: says "ready", waits for a line, runs the job's task on the main thread and says how it ended.
/// Between the two lines strace comes to it, so that nothing of the runtime's start is counted. It is a process of its own for each job, as
/// a build is.
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
