using CopyOnWrite.Linux;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// Checks that no other user can exchange a checkout for another folder, to which git would then lead this process. Only root is refused,
/// because root could change every user's files, and run every user's programs.
/// </summary>
internal static class FoldersAbove
{
    private const uint Sticky = 0x200;
    private const uint OthersMayWrite = 0x2;

    // A container shows this owner for users that it does not map (user_namespaces(7), overflowuid).
    private const uint NotMapped = 65534;

    /// <exception cref="CommandFailedException">COW1043</exception>
    internal static void Check(params string[] checkouts)
    {
        if (!OperatingSystem.IsLinux() || LinuxNative.geteuid() != 0)
        {
            return;
        }

        // git trusts the owners of the checkouts already (git-config(1), safe.directory).
        HashSet<uint> owners = [0, NotMapped, .. checkouts.Select(checkout => OwnerOf(StatOf(checkout)))];
        foreach (string checkout in checkouts)
        {
            bool isOpenItself = IsOpen(StatOf(checkout)); // On drives of Windows all folders are.
            string? unsafeOne = Folders.Above(checkout).FirstOrDefault(above =>
                StatOf(above) is var stat && (!owners.Contains(OwnerOf(stat)) || (IsOpen(stat) && !isOpenItself)));
            if (unsafeOne is not null)
            {
                throw CloneCommand.Failure(
                    "COW1043", $"Another user can rename folders in {unsafeOne}, and could lead root from {checkout} to other files. "
                        + "Run the command as a user other than root, or move the checkout.");
            }
        }
    }

    private static FileStat StatOf(string folder) => FileCloner.Shared.Platform.TryStat(folder, out FileStat stat) ? stat : default;

    private static uint OwnerOf(FileStat stat) => (uint)stat.Owner;

    private static bool IsOpen(FileStat stat) => (stat.Mode & OthersMayWrite) != 0 && (stat.Mode & Sticky) == 0;
}
