using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>Tells the kind of an output by its name. An output of unknown name counts as one that makes a project compile.</summary>
internal static partial class KnownOutputs
{
    // Caches that contain absolute paths, and that their tasks do not need. No build reads NuGet's list, which may be the largest file.
    private static readonly string[] s_caches =
        [".GenerateResource.cache", ".AssemblyReference.cache", ".assets.cache", ".nuget.dgspec.json"];

    internal static bool IsOfCompiler(string file) => Path.GetExtension(file) is ".dll" or ".exe" or ".pdb" or ".netmodule";

    /// <summary>Whether a build makes it in the output folder, not as a copy.</summary>
    internal static bool IsMadeInBin(string file) => MadeInBin().IsMatch(file);

    /// <summary>Whether the next build or restore makes it again at no cost, so that it need not come along.</summary>
    internal static bool IsCache(string file) => s_caches.Any(end => file.EndsWith(end, StringComparison.Ordinal));

    /// <summary>
    /// Whether the file may be the mark of a target that has run, whose files in other folders did not come along. The SDK's targets write
    /// no such files, nor do compilers and generators of sources: their files, known by their whole names, are no marks.
    /// </summary>
    /// <param name="own">The project's files, one of which it is.</param>
    internal static bool IsMark(string file, string[] own) => !IsOfCompiler(file) && !ProjectFiles.IsOfRestore(file)
        && !ProjectFiles.IsSource(file) && !OfSdk().IsMatch(Path.GetFileName(file))
        && !(Path.GetExtension(file) == ".xml" && own.Contains(Path.ChangeExtension(file, ".dll"))); // Documentation.

    // Names of Microsoft.Common.CurrentVersion.targets, the .NET SDK, and the SDKs of Razor, static web assets and tests.
    [GeneratedRegex(
        @"^(.+\.(AssemblyInfoInputs|CoreCompileInputs|GenerateResource|SuggestedBindingRedirects|genruntimeconfig|genpublishdeps|"
        + @"MvcApplicationPartsAssemblyInfo|RazorAssemblyInfo|RazorTargetAssemblyInfo|toolssettingsinput|"
        + @"gentestingplatformentrypointinputcache|genautoregisteredextensionsinputcache)\.cache|"
        + @".+\.(FileListAbsolute\.txt|BuildWithSkipAnalyzers|Up2Date|GeneratedMSBuildEditorConfig\.editorconfig|sourcelink\.json|"
        + @"withSupportedRuntime\.config|deps\.json|resources|copyonwrite\.targets|nuspec|rz\.scp\.css|bundle\.scp\.css|styles\.css|gz|br)|"
        + @"apphost|singlefilehost|PublishOutputs\.[0-9a-f]+\.txt|r[a-z]+\.dswa\.cache\.json|swae\.build\.ex\.cache|"
        + @"staticwebassets\.(build|development|publish|references|pack|removed|upToDateCheck)[a-z.]*\.(json|cache|txt)|"
        + @"(msbuild\.|Microsoft\.AspNetCore\.StaticWeb).*\.props|ILLink\.Substitutions\.xml|DotnetToolSettings\.xml|"
        + @".+\.(dll|exe)\.config|Microsoft\.NET\.ApiCompat\..*semaphore)$", RegexOptions.IgnoreCase)]
    private static partial Regex OfSdk();

    [GeneratedRegex(@"(\.deps\.json|\.runtimeconfig(\.dev)?\.json|\.staticwebassets\.[a-z]+\.json)$")]
    private static partial Regex MadeInBin();
}
