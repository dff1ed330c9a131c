using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// Whether "fresh" is what a build copies: class libraries of several sizes, compiled in one build without copying; then the pages of what
/// the compiler wrote are looked at, and the files cloned or copied. And the pages of packages that were restored just before.
/// </summary>
internal sealed class PolicyOutputs(PolicyProgram program, Place place, CompilerServer server)
{
    private const int Libraries = 20;
    private const int MostBuilds = 5; // Of each kind.
    private const string Package = "<PackageReference Include=\"Spectre.Console\" Version=\"0.49.1\" />";

    private readonly string _folder = Path.Combine(place.Folder, "libraries");

    internal async Task<PolicyOutputsResult> MeasureAsync(int rounds, CancellationToken cancel)
    {
        WriteProjects();
        await DotNetAsync(["restore", "library.csproj", "-nologo"], cancel);
        string[] packages = [.. Directory.EnumerateFiles(place.Packages, "*", SearchOption.AllDirectories)];
        PolicyPages packagesRestored = await program.PagesAsync(packages, cancel);
        await CompileAsync(cancel); // Starts the compiler server.
        PolicyPages packagesBuilt = await program.PagesAsync(packages, cancel);

        var batches = new List<PolicyBatch>();
        PolicyPages? outputs = null;
        for (int round = 1; round <= Math.Min(rounds, MostBuilds); round++)
        {
            string[] modes = place.Clones ? ["clone", "write"] : ["write"];
            foreach (string mode in round % 2 == 0 ? modes : modes.Reverse())
            {
                Volume.WriteBackAll();
                string[] files = await CompileAsync(cancel);
                outputs = await program.PagesAsync(files, cancel);
                PolicyBatch batch = await program.CopyGivenAsync(Path.Combine(_folder, $"{mode}{round}"), mode, files, cancel);
                batches.Add(batch with { Round = round, Size = 0 }); // Their mean size is not the same in every build.
            }
        }

        return new PolicyOutputsResult(packagesRestored, packagesBuilt, outputs!, PolicyRow.Of(batches).Single());
    }

    /// <summary>The files that it wrote and that a whole build would copy.</summary>
    private async Task<string[]> CompileAsync(CancellationToken cancel)
    {
        string[] Folders() => [.. Enumerable.Range(1, Libraries).Select(i => Path.Combine(_folder, "obj", $"{i}")).Where(Directory.Exists)];
        foreach (string folder in Folders())
        {
            Directory.Delete(folder, recursive: true);
        }

        await DotNetAsync(["build", "all.proj", "-nologo"], cancel);
        return [.. Folders().SelectMany(Directory.GetFiles).Where(f => Path.GetExtension(f) is ".dll" or ".pdb")];
    }

    private async Task DotNetAsync(string[] arguments, CancellationToken cancel)
    {
        DotNetResult result = await DotNet.RunAsync(_folder, arguments, place.Packages, server.Variables, cancellation: cancel);
        result.ThrowIfFailed();
    }

    private void WriteProjects()
    {
        Directory.CreateDirectory(_folder);
        void Write(string name, string content) => File.WriteAllText(Path.Combine(_folder, name), content);

        // MSBuild looks for these upwards: the libraries are not to be built by somebody else's rules.
        Write("Directory.Build.props", "<Project />");
        Write("Directory.Build.targets", "<Project />");
        Write("Directory.Packages.props", "<Project />");
        Write("all.proj", $"""
            <Project>
              <ItemGroup><Number Include="{string.Join(';', Enumerable.Range(1, Libraries))}" /></ItemGroup>
              <Target Name="Build"><MSBuild Projects="library.csproj" Targets="Compile" Properties="Number=%(Number.Identity)" /></Target>
            </Project>
            """);
        Write("library.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net{Environment.Version.Major}.0</TargetFramework>
                <AssemblyName>Library$(Number)</AssemblyName>
                <IntermediateOutputPath Condition="'$(Number)' != ''">obj/$(Number)/</IntermediateOutputPath>
                <AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>
                <EnableDefaultItems>false</EnableDefaultItems>
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="Types$(Number).cs" Condition="'$(Number)' != ''" />
                {Package}
              </ItemGroup>
            </Project>
            """);
        for (int i = 1; i <= Libraries; i++)
        {
            Write($"Types{i}.cs", Types(4 << (i % 6)));
        }
    }

    private static string Types(int count)
    {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"public record Order{i}(string Customer{i}, int Amount{i}, System.DateTime Placed{i});\n");
        }

        return text.ToString();
    }
}
