using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Measurement;

/// <summary>
/// Which of many files have bytes of the disk in common. Files at exactly the same places are one group, and a sweep over the disk finds
/// the groups that overlap; each is compared with <see cref="MostPartners"/> others, so that the work grows with the number of files and
/// not with its square.
/// </summary>
public sealed class FilesInCommon
{
    /// <summary>Of a file, as many others are named.</summary>
    public const int MostPartners = 20;

    private readonly Group?[] _groupOf;
    private readonly HashSet<(int, int)> _compared = [];

    /// <param name="maps">Of files that are not one another's hard links.</param>
    public FilesInCommon(IReadOnlyList<ExtentMap> maps)
    {
        _groupOf = new Group?[maps.Count];
        var groups = new Dictionary<string, Group>(StringComparer.Ordinal);
        for (int i = 0; i < maps.Count; i++)
        {
            var ranges = PhysicalRanges.Of(maps[i].Extents);
            if (ranges.Plain.Count + ranges.Encoded.Count > 0)
            {
                string places = PlacesOf(maps[i].FileSystem, ranges);
                if (!groups.TryGetValue(places, out Group? group))
                {
                    groups.Add(places, group = new Group(groups.Count, maps[i].FileSystem, ranges));
                }

                group.Files.Add(i);
                _groupOf[i] = group;
            }
        }

        foreach (IGrouping<string, Group> volume in groups.Values.GroupBy(group => group.FileSystem))
        {
            Sweep(volume);
            foreach (IGrouping<long, Group> start in volume.SelectMany(group => group.Ranges.Encoded.Keys.Select(at => (At: at, group)))
                .GroupBy(one => one.At, one => one.group))
            {
                CompareNeighbours([.. start]);
            }
        }
    }

    /// <summary>Pairs of files whose places were compared.</summary>
    public int Comparisons => _compared.Count;

    /// <summary>Others with which the file has bytes in common, the most bytes first; not all where there are many.</summary>
    public IReadOnlyList<(int File, long Bytes)> PartnersOf(int file) => _groupOf[file] is not { } group ? [] :
    [
        .. group.Files.Take(MostPartners + 1).Where(other => other != file).Select(other => (other, group.Ranges.Bytes))
            .Concat(group.With.OrderByDescending(with => with.Bytes)
                .SelectMany(with => with.Group.Files.Take(MostPartners).Select(other => (other, with.Bytes))))
            .Take(MostPartners),
    ];

    /// <summary>How many files have bytes in common with it; at least so many where <see cref="HasMore"/>.</summary>
    public int CountOf(int file) =>
        _groupOf[file] is { } group ? group.Files.Count - 1 + group.With.Sum(with => with.Group.Files.Count) : 0;

    /// <summary>Whether there may be others beyond those that were compared.</summary>
    public bool HasMore(int file) => _groupOf[file] is { HasMore: true };

    private static string PlacesOf(string fileSystem, PhysicalRanges ranges)
    {
        var text = new StringBuilder(fileSystem);
        foreach ((long start, long end) in ranges.Plain)
        {
            text.Append(CultureInfo.InvariantCulture, $" {start}-{end}");
        }

        foreach ((long at, long length) in ranges.Encoded.OrderBy(one => one.Key))
        {
            text.Append(CultureInfo.InvariantCulture, $" {at}+{length}");
        }

        return text.ToString();
    }

    private void Sweep(IEnumerable<Group> volume)
    {
        var begun = new LinkedList<Group>();
        var ends = new PriorityQueue<LinkedListNode<Group>, long>();
        foreach ((long start, long end, Group group) in volume
            .SelectMany(group => group.Ranges.Plain.Select(range => (range.Start, range.End, group)))
            .OrderBy(range => range.Start))
        {
            while (ends.TryPeek(out LinkedListNode<Group>? past, out long itsEnd) && itsEnd <= start)
            {
                begun.Remove(past);
                ends.Dequeue();
            }

            int others = 0;
            foreach (Group other in begun)
            {
                if (others++ == MostPartners)
                {
                    group.HasMore = other.HasMore = true;
                    break;
                }

                Compare(group, other);
            }

            ends.Enqueue(begun.AddFirst(group), end);
        }
    }

    private void CompareNeighbours(List<Group> same)
    {
        for (int i = 1; i < same.Count; i++)
        {
            for (int j = i - 1; j >= 0; j--)
            {
                if (i - j > MostPartners)
                {
                    same[i].HasMore = same[j].HasMore = true;
                    break;
                }

                Compare(same[i], same[j]);
            }
        }
    }

    private void Compare(Group one, Group other)
    {
        if (one == other)
        {
            return;
        }

        bool oneHasRoom = one.With.Count < MostPartners;
        bool otherHasRoom = other.With.Count < MostPartners;
        one.HasMore |= !oneHasRoom && !_compared.Contains(PairOf(one, other));
        other.HasMore |= !otherHasRoom && !_compared.Contains(PairOf(one, other));
        if ((!oneHasRoom && !otherHasRoom) || !_compared.Add(PairOf(one, other)))
        {
            return;
        }

        long bytes = one.Ranges.BytesInCommon(other.Ranges);
        if (oneHasRoom)
        {
            one.With.Add((other, bytes));
        }

        if (otherHasRoom)
        {
            other.With.Add((one, bytes));
        }
    }

    private static (int, int) PairOf(Group one, Group other) =>
        one.Number < other.Number ? (one.Number, other.Number) : (other.Number, one.Number);

    /// <summary>Files at the same places.</summary>
    private sealed class Group(int number, string fileSystem, PhysicalRanges ranges)
    {
        internal int Number => number;

        internal string FileSystem => fileSystem;

        internal PhysicalRanges Ranges => ranges;

        internal List<int> Files { get; } = [];

        internal List<(Group Group, long Bytes)> With { get; } = [];

        internal bool HasMore { get; set; }
    }
}
