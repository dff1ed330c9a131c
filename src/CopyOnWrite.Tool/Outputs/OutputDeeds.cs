using System.IO.Compression;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>Makes the outputs right for the new checkout, or deletes those that name the donor.</summary>
internal static partial class OutputDeeds
{
    private const string Nuspec = ".nuspec";

    /// <summary>Does the deeds. Returns the files outside of obj that are absent until a build makes them.</summary>
    internal static IReadOnlyList<string> Do(
        Places places, BuildOutputs outputs, OutputFacts facts, IReadOnlyList<Decision> decisions, Differences differences)
    {
        outputs.Files.Where(KnownOutputs.IsCache).ToList().ForEach(Delete);
        foreach (NamingFile file in facts.Naming)
        {
            if (!file.IsText || !facts.TryReplace(file.Path))
            {
                Delete(file.Path);
            }
        }

        // `dotnet pack` takes the commit from it (NuGet.Build.Tasks.Pack.targets, GenerateNuspec, compares times).
        foreach (string file in outputs.Files.Where(file => CommitOfPackage().Match(NuspecOf(facts.Made(file))) is { Success: true } found
            && !differences.IsCommitHere(found.Groups[1].Value)).ToList())
        {
            Delete(file);
        }

        // `dotnet build --no-restore` would use the donor's packages here. Without the file it fails, as in a new checkout.
        if (differences.Rewritten.Concat(differences.OnlyInDonor).Any(ProjectFiles.IsReadByRestore))
        {
            outputs.Files.Where(file => Path.GetFileName(file) == ProjectFiles.Assets).ToList().ForEach(Delete);
        }

        // Or `dotnet test --no-build` would run the donor's code, and `dotnet publish --no-build` publish it.
        CompiledProject[] compiling = [.. decisions.Where(one => one.Why != WhyCompiled.None).Select(one => one.Project)];
        HashSet<string> names = [.. AssembliesOf(facts.WithUsers(compiling)).Select(file => Path.GetFileName(file))];
        outputs.Files.Where(file => !outputs.IsInObj(file) && names.Contains(Path.GetFileName(file))).ToList().ForEach(Delete);
        AssembliesOf(compiling).Where(file => !Stays(file)).ToList().ForEach(Delete);
        foreach (Decision decision in decisions)
        {
            CompiledProject project = decision.Project;
            if (decision.Deed == Deed.WriteFirstBuild)
            {
                if (places.IsSamePath)
                {
                    continue; // A build has the same paths to hash.
                }

                FirstBuild.Write(project, places.Made, facts.SpellingOf(project)!);
            }
            else if (decision.Deed >= Deed.DeleteInputs)
            {
                project.Inputs.ToList().ForEach(Delete);
            }

            if (decision.Deed == Deed.DeleteIntermediate)
            {
                outputs.Files.Where(file => project.MayBeEmptied.Any(folder => Folders.IsIn(file, folder)) && !Stays(file))
                    .Concat(outputs.ListedBy(project).Where(file => !outputs.IsInObj(file))).ToList().ForEach(Delete);
            }
        }

        IEnumerable<string> gone = facts.Naming.Where(file => !file.IsText).Select(file => file.Path);
        return [.. gone.Where(file => !outputs.IsInObj(file)).Order(StringComparer.Ordinal)];

        IEnumerable<string> AssembliesOf(IEnumerable<CompiledProject> projects)
        {
            HashSet<string> folders = [.. projects.SelectMany(project => project.Intermediate)];
            return outputs.Files.Where(file => KnownOutputs.IsOfCompiler(file) && Folders.Above(file).Any(folders.Contains));
        }

        // A build reads MSBuild's list, and deletes in bin what it no longer writes. The reference assembly tells other projects whether
        // they have to compile.
        static bool Stays(string file) => ProjectFiles.IsOfRestore(file)
            || file.EndsWith(CompiledProject.ListEnding, StringComparison.Ordinal)
            || Path.GetFileName(Path.GetDirectoryName(file)) == "ref";

        void Delete(string file) => OutputDeeds.Delete(facts.Made(file));
    }

    /// <summary>Deletes a file that may be gone, or read-only.</summary>
    internal static void Delete(string path)
    {
        if (!File.Exists(path))
        {
            return;
        }

        if (OperatingSystem.IsWindows())
        {
            File.SetAttributes(path, FileAttributes.Normal); // It deletes no read-only file.
        }

        File.Delete(path);
    }

    /// <summary>The text of a .nuspec, or of the one in a package; empty for other files.</summary>
    private static string NuspecOf(string file)
    {
        if (!File.Exists(file) || Path.GetExtension(file) is not (Nuspec or ".nupkg" or ".snupkg"))
        {
            return string.Empty;
        }

        if (file.EndsWith(Nuspec, StringComparison.Ordinal))
        {
            return File.ReadAllText(file);
        }

        try
        {
            using ZipArchive package = ZipFile.OpenRead(file);
            ZipArchiveEntry entry = package.Entries.First(entry => entry.FullName.EndsWith(Nuspec, StringComparison.Ordinal));
            using var nuspec = new StreamReader(entry.Open());
            return nuspec.ReadToEnd();
        }
        catch (Exception e) when (e is InvalidDataException or InvalidOperationException)
        {
            return string.Empty;
        }
    }

    [GeneratedRegex(@"<repository[^>]*\scommit=""([0-9a-f]{40,64})""")]
    private static partial Regex CommitOfPackage();
}
