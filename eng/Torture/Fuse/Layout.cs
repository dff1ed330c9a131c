namespace CopyOnWrite.Torture.Fuse;

/// <summary>How many builds copy at once into a folder of FUSE, and by how many mounts, each with a server of its own.</summary>
internal sealed record Layout(RefusingPlace Place, int Builds, int Mounts)
{
    internal static IReadOnlyList<Layout> All { get; } =
    [
        .. new RefusingPlace[]
        {
            new("locks of the kernel", "refusing", "threads"),
            new("locks within the server", "refusing", "threads,ownlocks"),
            new("locks that do nothing", "refusing", "threads,vainlocks"),
        }.SelectMany(place => new Layout[] { new(place, 1, 1), new(place, 2, 1), new(place, 2, 2) }),
    ];

    public override string ToString() =>
        $"{Place.Name}, {(Builds == 1 ? "one build" : Mounts == 1 ? "two builds at one mount" : "two builds, each at its own mount")}";
}
