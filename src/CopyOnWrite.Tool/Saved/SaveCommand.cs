using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Saved;

/// <summary><c>dotnet cow save FILE</c>: the outputs of a checkout, for <see cref="RestoreCommand"/> on another machine.</summary>
internal static class SaveCommand
{
    internal static Command New() => new Command("save", "Saves the outputs of this checkout to a file, for `dotnet cow restore`.")
    {
        new Argument<string>("file") { Description = "The file to write. An existing file is replaced when the new one is complete." },
        CommandLine.NewOption<bool>(
            "--with-bin", "Also saves bin. Without this option, the first build after a restore copies bin from obj again."),
    }.SetAnswer((parsed, screen, cancel) =>
        Answer(screen, ".", parsed.GetValue<string>("file")!, parsed.GetValue<bool>("--with-bin"), cancel));

    internal static int Answer(Screen screen, string folder, string file, bool withBin, CancellationToken cancel)
    {
        GitCheckout checkout = GitCheckout.At(folder, cancel);
        FoldersAbove.Check(checkout.Folder);
        SavedCheckout saved;
        string unseen = Path.Join(Path.GetDirectoryName(Path.GetFullPath(file)), TemporaryFiles.NewName());
        try
        {
            // The file itself is none of the checkout's, also where git does not ignore it.
            string itself = Path.Join(TruePath.Of(Path.GetDirectoryName(Path.GetFullPath(file))!), Path.GetFileName(file));
            saved = Read(checkout, itself, withBin);
            using (FileStream made = new(unseen, FileMode.CreateNew, FileAccess.ReadWrite))
            {
                Archive.Write(made, saved, checkout.Folder);
            }

            if (ChangedSince(saved, checkout, itself) is { } changed)
            {
                throw new IOException($"{changed} changed while the command ran");
            }

            File.Move(unseen, file, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CloneCommand.Failure("COW1044", $"The outputs of {checkout.Folder} were not saved: {e.Message.TrimEnd('.')}.");
        }
        finally
        {
            File.Delete(unseen);
        }

        int projects = saved.Outputs.Where(one => one.Path.EndsWith(CompiledProject.InputsEnding, StringComparison.Ordinal))
            .DistinctBy(one => Path.GetFileName(one.Path)).Count();
        long bytes = new FileInfo(file).Length;
        string summary = $"Saved {Words.Count(saved.Outputs.Count, "output")} of {checkout.Folder} to {file} ({Words.Bytes(bytes)}).";
        var answer = new
        {
            summary, file, bytes, saved.Folder, saved.Head, saved.Sdk, Outputs = saved.Outputs.Count, Sources = saved.Sources.Count,
        };
        return screen.Answer(answer, summary, well: true, () => screen.Line(
            $"- {Words.Count(projects, "project")}, {Words.Count(saved.Sources.Count, "source")}, .NET SDK {saved.Sdk}, "
                + $"packages in {saved.Packages}."));
    }

    private static SavedCheckout Read(GitCheckout checkout, string itself, bool withBin)
    {
        string root = checkout.Folder;
        (string[] known, string[] ignored) = FilesOf(checkout, itself);
        var outputs = new BuildOutputs(root, ignored, known);
        if (outputs.Projects.Count == 0)
        {
            throw new IOException("there are none in folders that git ignores. Build the checkout, and let git ignore bin and obj");
        }

        ILookup<bool, string> links = known.ToLookup(file => IsLink(Path.Join(root, file)));
        string[] sources = [.. links[false]];
        ILookup<bool, string> saved = outputs.Files.ToLookup(
            file => outputs.IsBrought(file) && !KnownOutputs.IsCache(file) && (withBin || outputs.IsInObj(file)));
        var above = new ProjectFiles(new Places(root, root, root, root), sources);
        DateTime[] built =
        [
            .. outputs.Projects.SelectMany(project => project.Inputs).Select(file => File.GetLastWriteTimeUtc(Path.Join(root, file))),
        ];
        return new SavedCheckout(
            SavedCheckout.CurrentFormat, root, checkout.Head, checkout.Branch, new InstalledSdk(root).Version,
            RuntimeInformation.RuntimeIdentifier, Folders.OfPackages,
            Hashed("/", above.FoundAbove(root)), Hashed(root, sources),
            [.. links[true].Select(file => Link(root, file))], Hashed(root, saved[true]),
            [.. new BuiltCheckout(checkout).DeletedSince(built.Min(), built.Max()).Select(Portable).Where(SavedCheckout.IsBelow)],
            [.. ignored.Except(outputs.Files).Select(Portable)], [.. saved[false].Select(Portable)]);
    }

    private static SavedFile[] Hashed(string root, IEnumerable<string> files) =>
        [.. files.AsParallel().AsOrdered().Select(file => Hashed(Path.Join(root, file), file))];

    private static SavedFile Hashed(string path, string file)
    {
        var info = new FileInfo(path);
        return new SavedFile(
            Portable(file), InputFile.HashOf(path), info.Length, info.LastWriteTimeUtc.Ticks,
            OperatingSystem.IsWindows() ? 0 : (int)info.UnixFileMode & 0x1FF);
    }

    /// <summary>Finds a file that changed, came or went since: outputs may be made of it.</summary>
    private static string? ChangedSince(SavedCheckout saved, GitCheckout checkout, string itself)
    {
        (string[] known, string[] ignored) = FilesOf(checkout, itself);
        HashSet<string> before =
        [
            .. saved.Sources.Concat(saved.Outputs).Select(one => one.Path), .. saved.Links.Select(one => one.Path), .. saved.Ignored,
            .. saved.NotSaved,
        ];
        return known.Concat(ignored).Select(Portable).FirstOrDefault(file => !before.Contains(file))
            ?? saved.Outputs.Concat(saved.Sources).FirstOrDefault(one => !IsAsIn(checkout.Folder, one))?.Path;
    }

    /// <summary>The files and links that git knows, and the files that it ignores, of names that each system can have.</summary>
    private static (string[] Known, string[] Ignored) FilesOf(GitCheckout checkout, string itself)
    {
        bool IsWanted(string file) => SavedCheckout.IsBelow(Portable(file)) && Path.Join(checkout.Folder, file) != itself;
        IEnumerable<string> known = checkout.Known().Distinct()
            .Where(file => File.Exists(Path.Join(checkout.Folder, file)) || IsLink(Path.Join(checkout.Folder, file)));
        IEnumerable<string> ignored = checkout.IgnoredFiles(checkout.Folder).Where(file => !file.IsLink).Select(file => file.Path);
        return ([.. known.Where(IsWanted)], [.. ignored.Where(IsWanted)]);
    }

    private static bool IsAsIn(string root, SavedFile file) => new FileInfo(Path.Join(root, file.Path)) is { Exists: true } info
        && info.Length == file.Length && info.LastWriteTimeUtc.Ticks == file.Time;

    private static bool IsLink(string path) => new FileInfo(path).LinkTarget is not null;

    private static SavedLink Link(string root, string file)
    {
        var link = new FileInfo(Path.Join(root, file));
        return new SavedLink(Portable(file), link.LinkTarget!, link.LastWriteTimeUtc.Ticks);
    }

    private static string Portable(string path) => path.Replace(Path.DirectorySeparatorChar, '/');
}
