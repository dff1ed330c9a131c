using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>Files that were named one by one, on a Mac: equal clone ids say that two have everything in common, different ones do not say nothing.</summary>
internal static class MacPartners
{
    internal static FileSharing Of(FileSharing file, IEnumerable<FileSharing> all)
    {
        if (file.OnMac is not { } clone)
        {
            return file;
        }

        FileSharing[] others = [.. all.Where(other => other.Path != file.Path && other.OnMac is not null)];
        return file with
        {
            With = [.. others.Where(other => clone.AllocatedBytes > 0 && clone.HasSameDataAs(other.OnMac!))
                .Select(other => new Partner(other.Path, clone.AllocatedBytes))],
            PartsUnknown = others.Any(other => clone.MayHavePartsOf(other.OnMac!)),
        };
    }
}
