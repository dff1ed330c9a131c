namespace CopyOnWrite.Tests.MacOS;

/// <summary>A volume of <see cref="ApfsModel"/>.</summary>
internal sealed class ModelVolume(uint device, bool isApfs)
{
    /// <summary>May be another after each mount.</summary>
    internal uint Device { get; set; } = device;

    internal bool IsApfs { get; } = isApfs;

    /// <summary>0 for none.</summary>
    internal ulong Uuid { get; set; } = device * 0x1111UL;

    internal bool IgnoresOwners { get; set; }

    internal ulong AvailableBytes { get; set; } = 1UL << 40;

    internal ulong TotalBytes { get; set; } = 1UL << 40;
}
