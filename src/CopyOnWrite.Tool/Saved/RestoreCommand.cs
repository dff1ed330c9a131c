using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Saved;

/// <summary><c>dotnet cow restore FILE</c>: what <see cref="SaveCommand"/> saved, into the current checkout, as <c>warm</c> does.</summary>
internal static class RestoreCommand
{
    internal static Command New() => new Command(
        "restore", "Copies saved outputs into this checkout. The next build compiles only the projects that differ.")
    {
        new Argument<string>("file") { Description = "A file that `dotnet cow save` wrote." },
        CommandLine.NewOption<bool>("--refresh", "First deletes the outputs that this checkout already has."),
        WarmCommand.Strict(),
        CloneCommand.Quiet(),
    }.SetAnswer((parsed, screen, cancel) => Task.Run(
        () => Answer(
            screen, ".", parsed.GetValue<string>("file")!,
            new WarmOptions(null, [], parsed.GetValue<bool>("--quiet"), screen.Progress("file"))
            {
                Refresh = parsed.GetValue<bool>("--refresh"), Strict = parsed.GetValue<bool>("--strict"),
            },
            cancel),
        CancellationToken.None));

    internal static int Answer(Screen screen, string folder, string file, WarmOptions options, CancellationToken cancel)
    {
        InputFile.Require(file, "Name a file that `dotnet cow save` wrote.");
        GitCheckout checkout = GitCheckout.At(folder, cancel);
        FoldersAbove.Check(checkout.Folder);
        WarmResult result;
        SavedCheckout saved;
        string? otherThanHere;
        try
        {
            using FileStream opened = InputFile.Open(file);
            (saved, Stream contents) = Archive.Read(opened);
            var sdk = new InstalledSdk(checkout.Folder);
            otherThanHere = OtherThan(saved, sdk);
            result = otherThanHere is not null ? new WarmResult(WarmState.OtherMachine)
                : Restore(saved, contents, sdk, checkout, options, cancel);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or UnauthorizedAccessException)
        {
            throw CloneCommand.Failure("COW1045", $"{file} was not restored, and a build compiles everything: {e.Message.TrimEnd('.')}.");
        }

        return new WarmAnswer(checkout, saved.Folder, result) { Saved = file, OtherMachine = otherThanHere }.Write(screen, options.IsQuiet);
    }

    private static WarmResult Restore(
        SavedCheckout saved, Stream contents, InstalledSdk sdk, GitCheckout checkout, WarmOptions options, CancellationToken cancel)
    {
        using OpenFolder here = OpenFolder.At(checkout.Folder);
        using PrivateTree unpacked = PrivateTree.Make(FileCloner.Shared.Platform, here.Path, here.Path, checkout.Folder);
        long needed = saved.Outputs.Sum(file => file.Length);
        if (needed > new DriveInfo(checkout.Folder).AvailableFreeSpace)
        {
            throw new IOException($"the outputs need {Words.Bytes(needed)} of free disk space");
        }

        Warming.HideFromGit(unpacked);
        var times = new SavedTimes(saved, sdk.Newest(), DateTime.UtcNow);
        times = times.AreMoved && !MayBeMoved(checkout) ? new SavedTimes(saved, sdk: default, DateTime.UtcNow) : times;
        Archive.Unpack(contents, saved, times.Of, unpacked.Path, cancel);
        string[] outputs = [.. checkout.IgnoredOf([.. saved.Outputs.Select(file => SavedDonor.Local(file.Path))])];
        return new Warming(checkout, new SavedDonor(saved, times, unpacked.Path, outputs), here, options, cancel).Run();
    }

    /// <summary>
    /// Whether outputs may get later times. Files of which no content was saved keep theirs, and would seem older: those of repositories
    /// in the checkout, and git's own, where a target decides by them.
    /// </summary>
    private static bool MayBeMoved(GitCheckout checkout)
    {
        string root = checkout.Folder;
        HashSet<string> own = [root, .. checkout.SubmodulePaths.Select(path => Path.Join(root, path))];
        string[] sources = [.. checkout.Known().Where(file => File.Exists(Path.Join(root, file)))];
        return !new ProjectFiles(new Places(root, root, root, root), sources).AnyReadsGit
            && Directory.EnumerateFileSystemEntries(root, ".git", CheckoutFile.All).All(git => own.Contains(Path.GetDirectoryName(git)!));
    }

    /// <summary>Names what differs here so that a build would use no output, such as the SDK; null if nothing does.</summary>
    private static string? OtherThan(SavedCheckout saved, InstalledSdk sdk) =>
        saved.Sdk != sdk.Version ? $"the outputs are from .NET SDK {saved.Sdk}, and this checkout uses {sdk.Version}"
        : saved.System != RuntimeInformation.RuntimeIdentifier
            ? $"the outputs are from {saved.System}, and this machine is {RuntimeInformation.RuntimeIdentifier}"
        : saved.Packages != Folders.OfPackages
            ? $"the outputs name packages in {saved.Packages}, and here the packages are in {Folders.OfPackages}"
        : null;
}
