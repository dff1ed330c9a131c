using System.Buffers;
using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace CopyOnWrite.Tool.Outputs;

/// <summary>An output that names the donor.</summary>
/// <param name="Named">A source, or the donor's folder.</param>
/// <param name="IsText">Whether the path in it is replaced.</param>
internal sealed record NamingFile(string Path, string Named, bool IsText);

/// <summary>Searches all outputs that came along for the donor's path, of whatever name they are.</summary>
internal sealed class OutputSearch
{
    // Outputs are smaller, except databases, models and the like.
    private const int LargestPart = 256 * 1024 * 1024;

    // It fits into a processor's cache, where two searches cost little more than one.
    private const int Part = 1024 * 1024;
    private const int Overlap = 64 * 1024;

    private readonly Places _places;
    private readonly SourceContents _sources;
    private readonly bool _isStrict;
    private readonly ConcurrentBag<NamingFile> _found = [];
    private readonly ConcurrentBag<string> _embedding = [];

    // The donor's path, as builds have spelled it, each with a search and a replacement.
    private readonly (NamedPlaces Named, PathTexts Texts)[] _spellings;

    /// <param name="isStrict">Whether embedded texts of mapped sources count.</param>
    /// <param name="spellings">The donor's path, as builds wrote it.</param>
    /// <param name="sources">The new checkout's files that are no outputs.</param>
    internal OutputSearch(
        Places places, bool isStrict, IEnumerable<string> spellings, IEnumerable<string> outputs, IReadOnlyList<string> sources,
        CancellationToken cancel)
    {
        (_places, _isStrict) = (places, isStrict);
        _spellings =
        [
            .. spellings.Append(places.Donor).Distinct()
                .Select(one => (new NamedPlaces(one, Folders.OfPackages), new PathTexts(one, places.New))),
        ];
        _sources = new SourceContents(places.Sources, sources);
        try
        {
            Parallel.ForEach(outputs, new ParallelOptions { CancellationToken = cancel }, Search);
        }
        catch (AggregateException e)
        {
            ExceptionDispatchInfo.Throw(e.InnerExceptions[0]);
        }
    }

    /// <summary>The outputs that name the donor.</summary>
    internal IReadOnlyCollection<NamingFile> Found => _found;

    /// <summary>The outputs that name the donor only in embedded texts of mapped sources, which running and debugging do not use.</summary>
    internal IReadOnlyCollection<string> Embedding => _embedding;

    /// <summary>Whether what was found is a source, not the donor's folder.</summary>
    internal bool IsSource(string named) => Array.TrueForAll(_spellings, one => one.Named.Checkout != named);

    /// <summary>The text with the new path; null where it is none, or may not be changed.</summary>
    internal byte[]? Replaced(string file, byte[] content) =>
        _spellings.Aggregate((byte[]?)content, (text, one) => text is null ? null : one.Texts.Replaced(file, text));

    private void Search(string file)
    {
        string path = Path.Join(_places.Made, file);
        if (!File.Exists(path))
        {
            return;
        }

        // Read, not mapped: a program that shortens it meanwhile would end this process by SIGBUS (mmap(2)).
        using FileStream opened = InputFile.Open(path);
        long length = opened.Length;
        string? named = null;
        bool embeds = false;
        byte[] part = ArrayPool<byte>.Shared.Rent(Part);
        int read = Read(opened, 0, part);
        if (read < length && NamedPlaces.IsOfCompiler(part.AsSpan(0, read)))
        {
            ArrayPool<byte>.Shared.Return(part);
            part = ArrayPool<byte>.Shared.Rent((int)Math.Min(length, LargestPart));
            read = Read(opened, 0, part);
        }

        for (long at = 0; ; at += read - Overlap, read = Read(opened, at, part))
        {
            foreach (NamedPlaces place in _spellings.Select(one => one.Named))
            {
                string? found = place.FirstIn(part.AsSpan(0, read));
                bool isNote = !_isStrict && found is not null && NamedPlaces.IsMapped(found);
                (named, embeds) = isNote ? (named, true) : (named ?? found, embeds);
            }

            if (named is not null || at + read >= length || read <= Overlap)
            {
                break;
            }
        }

        ArrayPool<byte>.Shared.Return(part);
        if (named is null)
        {
            if (embeds)
            {
                _embedding.Add(file);
            }

            return;
        }

        byte[] whole = new byte[length <= LargestPart ? length : 0];
        bool isWhole = length > 0 && whole.Length == length && Read(opened, 0, whole) == length;

        // A copy of a source, which a person wrote, is right in each checkout.
        if (!isWhole || !_sources.Have(whole))
        {
            _found.Add(new NamingFile(file, named, isWhole && Replaced(file, whole) is not null));
        }
    }

    /// <summary>One read may return less than there is (read(2)).</summary>
    private static int Read(FileStream opened, long at, byte[] part)
    {
        opened.Position = at;
        return opened.ReadAtLeast(part, part.Length, throwOnEndOfStream: false);
    }
}
