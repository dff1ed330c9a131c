using System.Text;

namespace CopyOnWrite;

/// <summary>What stands in <see cref="CacheFiles.Tag"/>, by which a folder is known as a cross-volume cache.</summary>
internal static class CacheTagText
{
    internal static byte[] Whole { get; } = Encoding.ASCII.GetBytes(
        "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk clones package files from here. May be deleted at any time.\n");

    /// <summary>In bytes, what tells. Other programs' caches have the first line too, so the second's beginning counts as well.</summary>
    internal static int DecidingLength { get; } = "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ".Length;

    internal static bool IsBeginningOf(byte[] file, int length)
    {
        for (int i = 0; i < DecidingLength; i++)
        {
            if (i >= length || file[i] != Whole[i])
            {
                return false;
            }
        }

        return true;
    }
}
