using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>A build in a process group of its own, so that all its processes are killed by one call, at one moment.</summary>
internal sealed class KillableBuild : IDisposable
{
    private readonly Task<DotNetResult> _building;
    private readonly string _group;

    internal KillableBuild(Repo repo, params string[] arguments)
    {
        _group = repo.PathOf("group");
        File.Delete(_group);
        string[] under = [Tools.Require("setsid"), "sh", "-c", $"echo $$ > '{_group}.new'; mv '{_group}.new' '{_group}'; exec \"$@\"", "sh"];
        _building = Task.Run(() => repo.Run(arguments, under));
    }

    internal bool IsRunning => !_building.IsCompleted;

    /// <summary>SIGKILL; returns when none of the processes is there any more.</summary>
    internal DotNetResult Kill()
    {
        string id = File.ReadAllText(_group).Trim();
        if (IsInGroup(id))
        {
            Command.OutputOf("kill", "-9", "--", $"-{id}");
        }

        while (IsInGroup(id))
        {
            Thread.Sleep(5);
        }

        return _building.GetAwaiter().GetResult();
    }

    public void Dispose()
    {
        if (IsRunning && File.Exists(_group))
        {
            _ = Kill();
        }
    }

    private static bool IsInGroup(string id) => Directory.EnumerateDirectories("/proc").Any(process => GroupOf(process) == id);

    /// <summary>Null for what is no process, or a dead one. proc_pid_stat(5): behind the name, which may hold anything, come state, parent and group.</summary>
    private static string? GroupOf(string process)
    {
        try
        {
            string stat = File.ReadAllText(process + "/stat");
            return stat[(stat.LastIndexOf(')') + 2)..].Split(' ') is [not "Z", _, var group, ..] ? group : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
