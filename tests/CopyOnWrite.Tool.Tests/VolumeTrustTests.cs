using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Images, records and paths that this tool did not make, or that cannot be used: nothing of them is touched.</summary>
[TestClass]
public sealed class VolumeTrustTests : TestsOfVolumes
{
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

    [TestMethod]
    [DataRow("mkfifo other.img.json && touch other.img", "is no record of a volume")]
    [DataRow("mkfifo other.img && cp clones.img.json other.img.json", "is no file")]
    [DataRow("mv clones.img real.img && ln -s real.img other.img && cp clones.img.json other.img.json", "is no file")]
    [DataRow("touch other.img && ln -s clones.img.json other.img.json", "is no record of a volume")]
    [DataRow("truncate -s 3G other.img.json && touch other.img", "is no record of a volume")]
    [DataRow("touch other.img && cp clones.img.json other.img.json", "has no file system")]
    [DataRow("cp clones.img.json other.img.json", "does not exist any more")]
    [DataRow("touch other.img; sed 's/\"folder\":\"/&\\\\u001b[31m/' clones.img.json > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"folder\":\"/&relative/' clones.img.json > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"xfs\"/\"ext4\"/' clones.img.json > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; sed 's/\"schema\":1/\"schema\":2/' clones.img.json > other.img.json", "it has format 2")]
    [DataRow("touch other.img; : > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; echo null > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; echo '[1]' > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; echo '{ \"schema\": 1 }' > other.img.json", "is no record of a volume")]
    [DataRow("touch other.img; echo '{ \"schema\": \"1\" }' > other.img.json", "is no record of a volume")]
    public async Task AFileThatIsNoRecordOrNoImageIsNeitherWaitedForNorTaken(string plant, string why)
    {
        await Place.CreateAsync();
        (int exitCode, string output) = Command.Run("sh", ["-e", "-c", plant], folder: Place.PathOf("."));
        Assert.AreEqual(0, exitCode, output);
        string image = Place.PathOf("other.img");
        KnownVolume[] listed = [.. await Task.Run(() => KnownVolume.All(Place.PathOf("."))).WaitAsync(s_hang)];
        Assert.IsEmpty(listed.Where(volume => volume.Image == image && volume.State != VolumeState.Unusable));
        string refused = await Place.RefusesAsync(
            "COW1050", why, () => Task.Run(() => RemoveVolume.RunAsync(Place.Programs(), Place.PathOf("other"), true)).WaitAsync(s_hang));
        Assert.DoesNotContain("\u001b", refused);
    }

    [TestMethod]
    public async Task AnImageWithoutItsOwnRecordIsNotTouched()
    {
        await Place.CreateAsync();
        (string record, string uuid) = (File.ReadAllText(Place.Record), KnownVolume.Find(Place.Folder).Record.Uuid);
        File.WriteAllText(Place.Record, record.Replace(uuid, $"{Guid.NewGuid()}", StringComparison.Ordinal));
        await Place.RefusesAsync("COW1050", "has no file system with the UUID", () => Place.RemoveAsync(force: true));
        Assert.AreEqual(VolumeState.Unusable, Place.Listed().State);

        File.Delete(Place.Record);
        await Place.RefusesAsync("COW1050", $"there is no record {Place.Record}", () => Place.RemoveAsync(force: true));
        Assert.HasCount(1, Place.Mounts());
    }

    [TestMethod]
    public async Task AProgramInARelativeFolderOfPathIsNotFoundByTheProgramsThatAreRunEither() =>
        Assert.AreEqual("/usr/bin:/bin", (await new Programs("bin:/usr/bin:.:/bin", true, null, false).TryAsync("echo $PATH")).LastLine);

    [TestMethod]
    [DataRow("299MiB", "xfs", "COW1046", "314 MB is too small for xfs, which needs 315 MB (300 MiB) or more.")]
    [DataRow("100MiB", "btrfs", "COW1046", "is too small for btrfs")]
    [DataRow("many", "xfs", "COW1046", "'many' is not a size.")]
    [DataRow("9000TB", "xfs", "COW1047", "Choose a smaller --size")]
    public Task ASizeThatDoesNotFitIsRefused(string size, string fileSystem, string code, string message) =>
        Place.RefusesAsync(code, message, () => Place.CreateAsync(fileSystem, size: size));

    [TestMethod]
    public void WithoutASizeItFitsIntoWhatIsFree()
    {
        VolumeRecord options = CreateOptions.Of(Place.Folder, null, null, "xfs");
        Assert.IsLessThan(Measurement.Volume.At(Place.PathOf(".")).FreeBytes, options.Size);
        Assert.IsLessThanOrEqualTo(50_000_000_000, options.Size);
    }

    [TestMethod]
    [DataRow("mkdir clones; touch clones/mine", "clones", null, "COW1044", "is not empty")]
    [DataRow("touch clones", "clones", null, "COW1044", "is a file")]
    [DataRow("mkdir clones; mount -t tmpfs none clones", "clones", null, "COW1044", "has a volume mounted on it")]
    [DataRow(":", "none/clones", null, "COW1044", "does not exist")]
    [DataRow(":", "clo\nnes", null, "COW1044", "has a line break")]
    [DataRow(":", "clones", "clones", "COW1045", "the volume would hide it")]
    [DataRow(":", "clones", "clones/a.img", "COW1045", "the volume would hide it")]
    [DataRow(":", "clones", "none/a.img", "COW1045", "does not exist")]
    [DataRow(":", "clones", "clo\u001b.img", "COW1045", "a line break or another control character")]
    [DataRow("touch clones.img", "clones", null, "COW1045", "is not touched")]
    [DataRow("touch clones.img.json", "clones", null, "COW1045", "is not touched")]
    [DataRow("touch clones.img clones.img.json", "clones", null, "COW1045", "If it is a volume, `dotnet cow volume list")]
    public async Task AFolderOrAnImageThatCannotBeUsedIsRefusedBeforeAnythingIsDone(
        string before, string folder, string? image, string code, string message)
    {
        Assert.AreEqual(0, Command.Run("sh", ["-e", "-c", before], folder: Place.PathOf(".")).ExitCode);
        await Place.RefusesAsync(
            code,
            message,
            () => Task.Run(() => CreateOptions.Of(Place.PathOf(folder), image is null ? null : Place.PathOf(image), "512MiB", "xfs")));
    }
}
