using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>One stretch of a file, in bytes.</summary>
/// <param name="Physical">Its place on the volume; null where it has none of its own.</param>
/// <param name="References">Places of files that refer to it, its own included; null if the system does not report them.</param>
internal sealed record ExtentRow(long Logical, long? Physical, long Length, bool Shared, int? References, IReadOnlyList<string> Flags)
{
    internal static ExtentRow Of(string path, Extent extent) => new(
        extent.Logical,
        extent.HasPlace ? extent.Physical : null,
        extent.Length,
        extent.IsShared,
        extent.References ?? BtrfsReferences.Count(path, extent),
        FlagsOf(extent));

    private static List<string> FlagsOf(Extent extent)
    {
        var flags = new List<string>();
        void Add(bool has, string flag)
        {
            if (has)
            {
                flags.Add(flag);
            }
        }

        Add(extent.IsShared, "shared");
        Add(extent.IsInline, "in metadata");
        Add(extent.IsEncoded, "compressed or encrypted");
        Add(extent.IsUnwritten, "preallocated");
        Add(extent.IsDelayed, "not on the disk yet");
        Add(extent.IsUnknown && !extent.IsDelayed, "place unknown");
        return flags;
    }
}
