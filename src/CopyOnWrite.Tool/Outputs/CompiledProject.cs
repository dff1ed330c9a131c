namespace CopyOnWrite.Tool.Outputs;

/// <summary>A project that was compiled, with all its configurations and target frameworks. Paths are relative to the checkout.</summary>
/// <param name="File">The project file's name, such as "App.csproj".</param>
/// <param name="Extensions">MSBuildProjectExtensionsPath: the folder of NuGet's files, mostly obj. Null where there are none.</param>
/// <param name="Inputs">The files X.CoreCompileInputs.cache, each in an IntermediateOutputPath.</param>
/// <param name="Folders">The folder of the project's file; several where names do not tell.</param>
internal sealed record CompiledProject(string File, string? Extensions, IReadOnlyList<string> Inputs, IReadOnlyList<string> Folders)
{
    internal const string InputsEnding = ".CoreCompileInputs.cache";
    internal const string ListEnding = ".FileListAbsolute.txt";

    // NuGet writes X.csproj.nuget.g.targets for each project that it restores; Microsoft.Common.targets imports what is beside it.
    internal const string RestoredEnding = ".nuget.g.targets";

    /// <summary>MSBuild's lists of what it wrote, each beside the inputs.</summary>
    internal IEnumerable<string> Lists => Inputs.Select(file => file[..^InputsEnding.Length] + ListEnding);

    /// <summary>The folders in which the compiler writes.</summary>
    internal IEnumerable<string> Intermediate => Inputs.Select(file => Path.GetDirectoryName(file)!);

    /// <summary>The folders in which its builds and restores write.</summary>
    internal IEnumerable<string> Written => (Extensions is null ? Intermediate : Intermediate.Append(Extensions)).Distinct();

    /// <summary>The intermediate folders that may be emptied: not a folder with sources.</summary>
    internal IEnumerable<string> MayBeEmptied =>
        Intermediate.Where(one => Extensions is not null && !Folders.Any(folder => Output.Folders.IsBelow(folder, one)));
}
