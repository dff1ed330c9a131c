using Mono.Cecil;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// A reference that does not resolve in the MSBuild that loads the assembly fails the call that contains it, with MSB4018. MSBuild takes
/// no public member away, so every version between 4.0 and 17.7.2 has what both have; the tasks of 16.x are not a package, so that is
/// how they are known. 16.6.0 is the oldest engine that is one.
/// </summary>
[TestClass]
public sealed class OlderHostsTests
{
    private const string Prefix = "Microsoft.Build";

    private const string CopyTask = "CopyOnWrite.Sdk.Tasks.dll";
    private const string StagingTask = "CopyOnWrite.Artifacts.Tasks.dll";

    // What MSBuild 4.0 calls the assemblies that have no version in their names since 15.1.
    private static readonly Dictionary<string, string> s_namesIn40 = new()
    {
        ["Microsoft.Build.Utilities.Core"] = "Microsoft.Build.Utilities.v4.0",
        ["Microsoft.Build.Tasks.Core"] = "Microsoft.Build.Tasks.v4.0",
    };

    [TestMethod]
    [DataRow(CopyTask, "17.7.2", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core Microsoft.Build.Tasks.Core")]
    [DataRow(CopyTask, "16.6.0", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core")]
    [DataRow(CopyTask, "4.0", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core Microsoft.Build.Tasks.Core")]
    [DataRow(StagingTask, "17.7.2", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core Microsoft.Build.Tasks.Core")]
    [DataRow(StagingTask, "16.6.0", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core")]
    [DataRow(StagingTask, "4.0", "Microsoft.Build.Framework Microsoft.Build.Utilities.Core Microsoft.Build.Tasks.Core")]
    public void EveryTypeAndMemberThatATaskBindsToIsIn(string task, string version, string assemblies)
    {
        using var old = new OldMSBuild(version);
        using ModuleDefinition module = ModuleDefinition.ReadModule(
            Path.Combine(AppContext.BaseDirectory, task), new ReaderParameters { AssemblyResolver = old });
        string[] scopes = assemblies.Split(' ');
        MemberReference[] references =
        [
            .. module.GetTypeReferences().Where(type => scopes.Contains(type.Scope.Name)),
            .. module.GetMemberReferences().Where(member => scopes.Contains(member.DeclaringType.Scope.Name)),
        ];

        string[] missing = [.. references.Where(reference => !Resolves(reference)).Select(reference => reference.FullName)];

        Assert.IsEmpty(missing, $"Not in MSBuild {version}:\n{string.Join('\n', missing)}");
        Assert.IsGreaterThan(20, references.Length, "The references were not found.");
    }

    /// <summary>
    /// Our Copy is made by it. A pull request to remove it, for one that takes a TaskEnvironment, was closed (dotnet/msbuild#14322, July
    /// 2026); this shows the day it returns.
    /// </summary>
    [TestMethod]
    [DataRow("msbuild-4.0/Microsoft.Build.Tasks.v4.0.dll")]
    [DataRow("msbuild-17.7.2/Microsoft.Build.Tasks.Core.dll")]
    [DataRow("msbuild-newest/Microsoft.Build.Tasks.Core.dll", DisplayName = "the newest, which the task is compiled against")]
    [DataRow("Microsoft.Build.Tasks.Core.dll", DisplayName = "the SDK's own")]
    public void TheBuiltInCopyHasAConstructorWithoutParameters(string assembly)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(Path.Combine(AppContext.BaseDirectory, assembly));

        Assert.IsTrue(
            module.GetType("Microsoft.Build.Tasks.Copy").Methods.Any(method =>
                method is { IsConstructor: true, IsStatic: false, Parameters.Count: 0 } && (method.IsPublic || method.IsFamily)),
            $"{module.FileName}: every Copy of every build with that MSBuild fails with our task. What to do: in a second assembly, "
            + "compiled against that version, give our Copy a constructor that takes a TaskEnvironment and passes it on (the engine has "
            + "preferred such a constructor since dotnet/msbuild#14315), and let CopyOnWrite.targets choose the assembly by "
            + "MSBuildVersion. Until that is released, let the targets register no task from that version on.");
    }

    /// <summary>.NET Framework binds by identity: one assembly version serves all hosts only as long as it is 15.1's.</summary>
    [TestMethod]
    [DataRow(CopyTask, 3)]
    [DataRow(StagingTask, 2)]
    public void AnAssemblyAsksForTheVersionThatAllMSBuildsHaveSince151(string task, int references)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(Path.Combine(AppContext.BaseDirectory, task));
        Version[] versions = [.. module.AssemblyReferences
            .Where(reference => reference.Name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(reference => reference.Version)];
        Assert.HasCount(references, versions);
        Assert.IsTrue(
            versions.All(version => version == new Version(15, 1, 0, 0)), string.Join(' ', versions.Select(version => version.ToString())));
    }

    /// <summary>Compared by name and, for a method, by signature.</summary>
    private static bool Resolves(MemberReference reference)
    {
        try
        {
            return reference.Resolve() is not null;
        }
        catch (AssemblyResolutionException)
        {
            // The type lacks it, and its base type is not in MSBuild's assemblies.
            return false;
        }
    }

    /// <summary>The assemblies of one version, and no others.</summary>
    private sealed class OldMSBuild(string version) : BaseAssemblyResolver
    {
        private readonly Dictionary<string, AssemblyDefinition> _read = [];

        public override AssemblyDefinition Resolve(AssemblyNameReference name, ReaderParameters parameters)
        {
            string file = version == "4.0" ? s_namesIn40.GetValueOrDefault(name.Name, name.Name) : name.Name;
            string path = Path.Combine(AppContext.BaseDirectory, $"msbuild-{version}", file + ".dll");
            if (!_read.TryGetValue(file, out AssemblyDefinition? assembly))
            {
                assembly = File.Exists(path)
                    ? AssemblyDefinition.ReadAssembly(path, new ReaderParameters { AssemblyResolver = this })
                    : throw new AssemblyResolutionException(name);
                _read.Add(file, assembly);
            }

            return assembly;
        }

        protected override void Dispose(bool disposing)
        {
            _read.Values.ToList().ForEach(assembly => assembly.Dispose());
            base.Dispose(disposing);
        }
    }
}
