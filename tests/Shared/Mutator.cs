namespace CopyOnWrite.Testing;

/// <summary>Makes bad inputs out of good ones.</summary>
/// <param name="pieces">What is put in here and there: numbers at their limits, and what means something to a parser.</param>
internal sealed class Mutator<T>(IReadOnlyList<T[]> good, IReadOnlyList<T[]> pieces, Func<T, Random, T> change)
{
    private const int MostChanges = 6;
    private const int LongestRepeated = 4096;

    // Fields of binary structures begin there.
    private const int Alignment = 8;

    internal T[] Make(Random random)
    {
        var input = new List<T>(Pick(good, random));
        for (int changes = random.Next(MostChanges); changes >= 0; changes--)
        {
            Change(input, random);
        }

        return [.. input];
    }

    private static T[] Pick(IReadOnlyList<T[]> from, Random random) => from[random.Next(from.Count)];

    private void Change(List<T> input, Random random)
    {
        int place = random.Next(input.Count + 1);
        int length = random.Next(Math.Min(input.Count - place, LongestRepeated) + 1);
        switch (random.Next(7))
        {
            case 0 when place < input.Count:
                input[place] = change(input[place], random);
                break;
            case 1:
                input.RemoveRange(place, length);
                break;
            case 2:
                input.RemoveRange(place, input.Count - place);
                break;
            case 3:
                input.InsertRange(place, Pick(pieces, random));
                break;
            case 4:
                Overwrite(input, random.Next(2) == 0 ? place : place / Alignment * Alignment, Pick(pieces, random));
                break;
            case 5:
                T[] other = Pick(good, random);
                input.RemoveRange(place, input.Count - place);
                input.AddRange(other.AsSpan(random.Next(other.Length + 1)));
                break;
            default:
                input.InsertRange(place, input.GetRange(place, length));
                break;
        }
    }

    private static void Overwrite(List<T> input, int place, T[] piece)
    {
        for (int i = 0; i < piece.Length && place + i < input.Count; i++)
        {
            input[place + i] = piece[i];
        }
    }
}
