using System.Buffers;
using System.Security;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>
/// The file that the first build in a new checkout imports (docs/design/architecture.md, "Checkouts"). MSBuild's hash of a compilation's
/// inputs includes the paths of referenced projects. So the file's target hashes the inputs once more, with the donor's folder in place of
/// the checkout's. If the result is the donor's hash, the target gives CoreCompileInputs.cache the donor's time, which is older than the
/// outputs, and CoreCompile is skipped. The cache then has the checkout's own hash, so the target does nothing in later builds.
/// </summary>
internal static class FirstBuild
{
    private const string Ending = ".copyonwrite.targets";

    // MSBuild's own characters: those that it escapes, and those that end an argument of a property function.
    private static readonly SearchValues<char> s_special = SearchValues.Create("%$@;'()*?`\"");

    // MSBuildAllProjects, an input of CoreCompile, has the newest imported file: never this one.
    private static readonly DateTime s_old = new(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    internal static bool CanName(string folder) => folder.AsSpan().IndexOfAny(s_special) < 0;

    /// <summary>Whether it is what MSBuild's Hash task writes: after a power failure it may be zeros, or nothing.</summary>
    internal static bool IsHash(string text) => text.Length is 40 or 64 && text.All(char.IsAsciiHexDigit);

    internal static bool IsFile(string path) => path.EndsWith(Ending, StringComparison.Ordinal);

    /// <param name="root">Where the outputs lie.</param>
    /// <param name="donor">Where they were built, as the build spelled it.</param>
    internal static void Write(CompiledProject project, string root, string donor)
    {
        string file = Path.Join(root, project.Extensions, project.File + Ending);
        string earlier = File.Exists(file) ? File.ReadAllText(file) : string.Empty;
        IEnumerable<string> hashes = project.Inputs.Select(inputs => File.ReadAllText(Path.Join(root, inputs)).Trim());
        IEnumerable<string> rows = hashes.Distinct().Select(hash =>

            // A donor that was not built since it got its outputs has such a file, too: that file names the folder where the hash was made.
            Line(earlier, hash) ?? $"      <_CopyOnWriteDonor Condition=\"'$(_CopyOnWriteHash)' == '{hash}'\">"
                + $"{SecurityElement.Escape(Path.TrimEndingDirectorySeparator(donor) + Path.DirectorySeparatorChar)}</_CopyOnWriteDonor>");
        string up = string.Concat(project.Extensions!.Split(Path.DirectorySeparatorChar).Select(_ => "../"));
        const string IfDeleted = "If you delete this file, more projects compile.";
        File.WriteAllText(file, $"""
            <!-- Written by `dotnet cow`, for the first build with outputs of another checkout. {IfDeleted} -->
            <Project>
              <Target Name="_CopyOnWriteReadHash" BeforeTargets="_GenerateCompileDependencyCache">
                <PropertyGroup>
                  <_CopyOnWriteDonor />
                  <_CopyOnWriteNew>$([MSBuild]::NormalizeDirectory('$(MSBuildThisFileDirectory)', '{up}'))</_CopyOnWriteNew>
                  <_CopyOnWriteFile>$(IntermediateOutputPath)$(MSBuildProjectFile){CompiledProject.InputsEnding}</_CopyOnWriteFile>
                  <_CopyOnWriteFile>$([MSBuild]::NormalizePath('$(MSBuildProjectDirectory)', '$(_CopyOnWriteFile)'))</_CopyOnWriteFile>
                </PropertyGroup>
                <PropertyGroup Condition="Exists('$(_CopyOnWriteFile)')">
                  <_CopyOnWriteHash>$([System.IO.File]::ReadAllText('$(_CopyOnWriteFile)').Trim())</_CopyOnWriteHash>
                  <_CopyOnWriteTime>$([System.IO.File]::GetLastWriteTime('$(_CopyOnWriteFile)').ToString('o'))</_CopyOnWriteTime>
            {string.Join(Environment.NewLine, rows)}
                </PropertyGroup>
              </Target>
              <Target Name="_CopyOnWriteKeepTime" AfterTargets="_GenerateCompileDependencyCache"
                      Condition="'$(_CopyOnWriteDonor)' != '' and '$(CoreCompileDependencyHash)' != ''">
                <ItemGroup>
                  <_CopyOnWriteInput Include="@(CoreCompileCache->Replace('$(_CopyOnWriteNew)', '$(_CopyOnWriteDonor)'))" />
                </ItemGroup>
                <Hash ItemsToHash="@(_CopyOnWriteInput)" IgnoreCase="$([MSBuild]::ValueOrDefault(`$(CoreCompileCacheIgnoreCase)`, `true`))">
                  <Output TaskParameter="HashResult" PropertyName="_CopyOnWriteHashThere" />
                </Hash>
                <Touch Condition="'$(_CopyOnWriteHashThere)' == '$(_CopyOnWriteHash)'"
                       Files="$(_CopyOnWriteFile)" Time="$(_CopyOnWriteTime)" />
              </Target>
            </Project>

            """);
        File.SetLastWriteTimeUtc(file, s_old);
    }

    private static string? Line(string earlier, string hash) =>
        earlier.Split('\n').FirstOrDefault(line => line.Contains($"'{hash}'", StringComparison.Ordinal))?.TrimEnd('\r');
}
