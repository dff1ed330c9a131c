using Mono.Cecil;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// Our Copy is made by the built-in's constructor without parameters. A pull request to remove it, for one that takes a TaskEnvironment,
/// was closed (dotnet/msbuild#14322, July 2026); this shows the day it returns.
/// </summary>
[TestClass]
public sealed class ConstructorTests
{
    [TestMethod]
    [DataRow("msbuild-4.0/Microsoft.Build.Tasks.v4.0.dll", DisplayName = "MSBuild 4.0")]
    [DataRow("msbuild-17.7.2/Microsoft.Build.Tasks.Core.dll", DisplayName = "MSBuild 17.7.2")]
    [DataRow("msbuild-newest/Microsoft.Build.Tasks.Core.dll", DisplayName = "the newest, which the task is compiled against")]
    [DataRow("Microsoft.Build.Tasks.Core.dll", DisplayName = "the SDK's own")]
    public void TheBuiltInCopyHasAConstructorWithoutParameters(string assembly)
    {
        using ModuleDefinition module = ModuleDefinition.ReadModule(Path.Combine(AppContext.BaseDirectory, assembly));
        TypeDefinition copy = module.GetType("Microsoft.Build.Tasks.Copy");

        MethodDefinition[] constructors = [.. copy.Methods.Where(method => method is { IsConstructor: true, IsStatic: false })];

        Assert.IsTrue(
            constructors.Any(constructor => constructor.Parameters.Count == 0 && (constructor.IsPublic || constructor.IsFamily)),
            $"{module.Assembly.FullName}, {module.FileName}: Microsoft.Build.Tasks.Copy has only "
            + $"{string.Join(", ", constructors.Select(constructor => constructor.FullName))}.\n"
            + "Every Copy of every build with that MSBuild fails with our task. What to do: in a second assembly, compiled against that "
            + "version, give our Copy a "
            + "constructor that takes a TaskEnvironment and passes it on (the engine has preferred such a constructor since "
            + "dotnet/msbuild#14315), and let CopyOnWrite.targets "
            + "choose the assembly by MSBuildVersion. Until that is released, let the targets register no task from that version on.");
    }
}
