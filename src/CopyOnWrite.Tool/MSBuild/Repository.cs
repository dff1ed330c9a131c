using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The projects below a folder, each evaluated as a build would, without building. SDKs that a project names are resolved, which may
/// download them.
/// </summary>
internal sealed class Repository
{
    /// <summary>Evaluating takes about 50 ms a project; what holds for this many holds for the rest.</summary>
    private const int MostProjects = 200;

    private static readonly string[] s_extensions = [".csproj", ".fsproj", ".vbproj"];

    // Outputs, and what other tools keep: no projects of the repository's own.
    private static readonly HashSet<string> s_passedOver = new(StringComparer.OrdinalIgnoreCase)
    {
        "bin", "obj", "artifacts", "node_modules",
    };

    private Repository(string folder, IReadOnlyList<EvaluatedProject> projects, IReadOnlyList<string> problems, int notLookedAt)
    {
        Folder = folder;
        Projects = projects;
        Problems = problems;
        NotLookedAt = notLookedAt;
    }

    internal string Folder { get; }

    internal IReadOnlyList<EvaluatedProject> Projects { get; }

    /// <summary>A line for each project that cannot be evaluated.</summary>
    internal IReadOnlyList<string> Problems { get; }

    /// <summary>Projects beyond the number that is evaluated.</summary>
    internal int NotLookedAt { get; }

    internal static Repository Open(string folder, CancellationToken cancel)
    {
        string full = Path.GetFullPath(folder);
        if (!Directory.Exists(full))
        {
            throw new BadInputException(File.Exists(full)
                ? $"{folder} is a file. Name the repository's folder."
                : $"{folder} does not exist. Name the repository's folder, or run this in it.");
        }

        string[] files = [.. ProjectFiles(full).Order(StringComparer.Ordinal)];
        if (files.Length == 0)
        {
            throw new BadInputException(
                $"{full} has no projects (*.csproj, *.fsproj, *.vbproj). Name the repository's folder, or run this in it.");
        }

        RegisteredMSBuild.For(full);
        return Evaluate(full, files, cancel);
    }

    /// <summary>As a reader of the repository would name it.</summary>
    internal string Relative(string path)
    {
        string relative = Path.GetRelativePath(Folder, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }

    // Not inlined: see RegisteredMSBuild.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Repository Evaluate(string folder, string[] files, CancellationToken cancel)
    {
        var projects = new List<EvaluatedProject>();
        var problems = new List<string>();
        using var evaluation = new Evaluation();
        foreach (string file in files.Take(MostProjects))
        {
            cancel.ThrowIfCancellationRequested();
            if (evaluation.TryEvaluate(file, out EvaluatedProject? project, out string? problem))
            {
                projects.Add(project!);
            }
            else
            {
                problems.Add(problem!);
            }
        }

        if (GlobalJson.Of(folder) is { Problem: { } damaged, File: var json })
        {
            problems.Insert(0, $"{json}: {Evaluation.FirstLine(damaged)}");
        }

        return new Repository(folder, projects, problems, Math.Max(0, files.Length - MostProjects));
    }

    private static IEnumerable<string> ProjectFiles(string folder)
    {
        var folders = new Stack<string>([folder]);
        while (folders.TryPop(out string? next))
        {
            string[] files = [];
            string[] inner = [];
            try
            {
                files = Directory.GetFiles(next);
                inner = Directory.GetDirectories(next);
            }
            catch (Exception e) when (next != folder && e is UnauthorizedAccessException or IOException)
            {
                // A user who cannot read it does not build it; it may also be gone by now.
            }

            foreach (string file in files.Where(file => s_extensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase)))
            {
                yield return file;
            }

            foreach (string one in inner.Where(IsLookedInto))
            {
                folders.Push(one);
            }
        }
    }

    private static bool IsLookedInto(string folder)
    {
        string name = Path.GetFileName(folder);
        return !name.StartsWith('.') && !s_passedOver.Contains(name)
            && (new DirectoryInfo(folder).Attributes & FileAttributes.ReparsePoint) == 0;
    }
}

/// <summary>
/// The MSBuild that this process evaluates with: that of the .NET SDK which `dotnet build` would take in the repository (global.json).
/// No method that names a type of MSBuild's may be compiled before it is registered.
/// </summary>
internal static class RegisteredMSBuild
{
    internal static void For(string folder)
    {
        if (MSBuildLocator.IsRegistered)
        {
            return;
        }

        MSBuildLocator.RegisterInstance(Find(folder));
    }

    /// <exception cref="BadInputException">None is installed that the folder's global.json takes.</exception>
    internal static VisualStudioInstance Find(string folder)
    {
        try
        {
            var options = new VisualStudioInstanceQueryOptions { DiscoveryTypes = DiscoveryType.DotNetSdk, WorkingDirectory = folder };
            if (MSBuildLocator.QueryVisualStudioInstances(options).FirstOrDefault() is { } sdk)
            {
                return sdk;
            }
        }
        catch (Exception e) when (e is InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            // The first: hostfxr_resolve_sdk2 found none.
        }

        throw new BadInputException(WhyNone(folder));
    }

    internal static string WhyNone(string folder) => GlobalJson.Of(folder) is { SdkVersion: { } version, File: var file }
        ? $"{file} requires .NET SDK {version}, which is not installed. Install it, or change the version there to one that "
            + "`dotnet --list-sdks` lists."
        : $"No installed .NET SDK can build {folder}. `dotnet --list-sdks` lists the installed ones.";
}
