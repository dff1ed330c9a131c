using System.Security;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>A repository on a volume that clones; each project copies files from the plain volume to a folder of its name.</summary>
internal sealed class CacheRepo
{
    private CacheRepo(Repo repo, string[] sources)
    {
        Repo = repo;
        Sources = sources;

        // So that a build clones what the one before it has copied.
        repo.Variables["CopyOnWriteCacheWait"] = "true";
        WriteProjects("one", "two");
    }

    internal Repo Repo { get; }

    internal string[] Sources { get; }

    internal string DefaultCache => Repo.PathOf(".copyonwrite-cache");

    internal static CacheRepo New(VolumeUnderTest volume, int files = 3) => new(Repo.New(volume), SettledFiles.Take(files));

    internal void WriteProjects(params IEnumerable<string> names)
    {
        foreach (string name in names)
        {
            Write(name, $"""<Copy SourceFiles="@(Source)" DestinationFolder="out/{name}" SkipUnchangedFiles="true" Retries="0" />""");
        }
    }

    internal void Write(string name, string target, IEnumerable<string>? sources = null) =>
        Repo.WriteCopies(target, $"<Source Include=\"{string.Join(';', sources ?? Sources)}\" />", name);

    /// <summary>Set in Directory.Build.props, as in a repository.</summary>
    internal void SetProperty(string name, string value) => Repo.Write(
        "Directory.Build.props",
        $"<Project>\n{SdkPackage.SdkElement}\n<PropertyGroup><{name}>{SecurityElement.Escape(value)}</"
        + $"{name}></PropertyGroup>\n</Project>\n");

    /// <summary>Either as a property, escaped as MSBuild wants it, or as an environment variable.</summary>
    internal void Set(bool asVariable, string name, string value)
    {
        if (asVariable)
        {
            Repo.Variables[name] = value;
        }
        else
        {
            SetProperty(name, value.Replace("%", "%25", StringComparison.Ordinal).Replace(";", "%3B", StringComparison.Ordinal));
        }
    }

    internal RepoBuild Build(string name, params string[] arguments) => Repo.Build(["build", $"{name}.proj", .. arguments]);

    /// <summary>Succeeded with our task and without a warning, and made what the built-in makes.</summary>
    internal RepoBuild BuildRight(string name, params string[] arguments)
    {
        RepoBuild build = Build(name, arguments).Succeeded().WithoutWarnings().WithOurCopy();
        AssertRight(name);
        return build;
    }

    /// <summary>Content, mode and time are those that File.Copy gives, which is what the built-in task calls.</summary>
    internal void AssertRight(string name)
    {
        string reference = Repo.PathOf("reference");
        BenchVolumes.Delete(reference);
        // A build with the built-in task for each of ours would take as long again.
        Directory.CreateDirectory(reference);
        foreach (string source in Sources)
        {
            File.Copy(source, Path.Combine(reference, Path.GetFileName(source)));
        }

        IReadOnlyList<string> differences = TreeSnapshot.Take(Repo.PathOf($"out/{name}"))
            .Differences(TreeSnapshot.Take(reference), MtimeComparison.Exact);
        Assert.IsEmpty(differences, $"{name} (here) and File.Copy's (there):\n{string.Join('\n', differences)}");
    }

    internal static string[] Leftovers(string folder)
    {
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        return [.. Directory.EnumerateFiles(folder, "*", all)
            .Where(f => Path.GetExtension(f) == ".new" || Path.GetFileName(f).StartsWith(".cow-", StringComparison.Ordinal))];
    }

    /// <summary>How many bytes a file shares with the entry that shares most with it.</summary>
    internal static long BytesOfAnEntry(string cache, string file) =>
        Entries(cache).Select(entry => Extents.BytesInCommon(entry, file)).DefaultIfEmpty().Max();

    internal static string[] Entries(string cache) =>
        Directory.Exists(cache) ? [.. Directory.GetFiles(cache, "*.entry").Order(StringComparer.Ordinal)] : [];
}
