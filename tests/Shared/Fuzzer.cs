using System.Runtime.CompilerServices;

namespace CopyOnWrite.Testing;

/// <summary>
/// Gives a parser mutations of good inputs, and collects what it throws. An input depends on the seed and its own number alone: the report
/// of a failure has both, and the input itself.
/// </summary>
/// <remarks>
/// COW_FUZZ_INPUTS: how many, for each parser; a few unless set. COW_FUZZ_SEED: another series of inputs. COW_FUZZ_FIRST: the number of the
/// first, to replay one with COW_FUZZ_INPUTS=1. COW_FUZZ_SECONDS: the most that one parser's inputs take, however many are asked for.
/// </remarks>
internal static class Fuzzer
{
    internal const string Category = "Fuzz";

    private const int UsualSeed = 16;
    private const int MostShown = 5;
    private const int MostOfAnInputShown = 2000;

    private static readonly byte[][] s_bytes = [.. Numbers(), [.. Enumerable.Repeat((byte)0xFF, 16)], new byte[64]];

    private static readonly string[] s_texts =
    [
        "0", "1", "-1", "127", "255", "32768", "65536", "2147483647", "2147483648", "-2147483649", "4294967296", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "0.0000000000000000000001", "1e999",
        "-1e999", "1e-999", "NaN", "Infinity", "0x10", "\u0661\u0662", "\u0130", "\u2028", "\ud800", "\udc00", "\ufeff", "\0", "\r", "\n",
        "\t", " ", "  ", "\"", "'", "\\", "\\\\", "\\040", "\\011", "\\012", "\\134", "\\400", "\\0", "\\u0000", "\\ud800", "/", "//",
        "..", ".", "*", "?", ";", ",", ":", "-", "=", "{0}", "{", "}", "[", "]", "[]", "{}", "null", "true", "[null]", "<", ">", "&", "%",
        "(", ")", "C:\\", "\\\\?\\", "~", "$", "+", new string('9', 400), new string('a', 300), new string('/', 300), new string('[', 70),
    ];

    internal static void Bytes(
        IReadOnlyList<byte[]> good, Func<byte[], bool> parse, int few, TimeSpan? limit = null, [CallerMemberName] string name = "")
    {
        var mutator = new Mutator<byte>(good, s_bytes, (value, random) => (byte)(value ^ (1 << random.Next(8))));
        Run(name, good, mutator, parse, Convert.ToBase64String, few, limit);
    }

    internal static void Text(IReadOnlyList<string> good, Func<string, bool> parse, int few, [CallerMemberName] string name = "")
    {
        char[][] inputs = [.. good.Select(text => text.ToCharArray())];
        char[][] pieces = [.. s_texts.Select(text => text.ToCharArray())];
        var mutator = new Mutator<char>(
            inputs, pieces, (value, random) => (char)(value ^ (1 << random.Next(random.Next(4) == 0 ? 16 : 7))));
        Run(name, inputs, mutator, input => parse(new string(input)), Escape, few, null);
    }

    /// <param name="parse">True if it takes the input, as it must the good ones; throws what is wrong, also an assertion's failure.</param>
    private static void Run<T>(
        string name, IReadOnlyList<T[]> good, Mutator<T> mutator, Func<T[], bool> parse, Func<T[], string> show, int few, TimeSpan? limit)
    {
        foreach (T[] input in good)
        {
            Assert.IsTrue(parse(input), $"{name}: a good input is not taken: {show(input)}");
        }

        int inputs = Number("COW_FUZZ_INPUTS", few);
        int seed = Number("COW_FUZZ_SEED", UsualSeed);
        int first = Number("COW_FUZZ_FIRST", 0);
        var failures = new Dictionary<string, (int Count, string First)>();
        int taken = 0;
        int done = 0;
        var clock = Stopwatch.StartNew();
        TimeSpan longest = TimeSpan.FromSeconds(Number("COW_FUZZ_SECONDS", (int)(limit?.TotalSeconds ?? int.MaxValue)));
        for (; done < inputs && clock.Elapsed < longest; done++)
        {
            T[] input = mutator.Make(new Random(unchecked((seed * 1_000_003) + first + done)));
            try
            {
                taken += parse(input) ? 1 : 0;
            }
            catch (Exception e)
            {
                string? ours = e.StackTrace?.Split('\n').FirstOrDefault(line => line.Contains(" CopyOnWrite.", StringComparison.Ordinal));
                string kind = $"{e.GetType()} {ours?.Trim()}";
                failures[kind] = failures.TryGetValue(kind, out (int Count, string First) known) ? (known.Count + 1, known.First)
                    : (1, $"COW_FUZZ_SEED={seed} COW_FUZZ_FIRST={first + done}: {Cut(show(input))}\n{e}");
            }
        }

        int failed = failures.Values.Sum(failure => failure.Count);
        string result = string.Create(
            CultureInfo.InvariantCulture, $"{name}: {done} inputs, seed {seed}, {taken} taken, {failed} exceptions");
        Console.WriteLine(result);
        IEnumerable<string> shown = failures.Values.Take(MostShown).Select(failure => $"{failure.Count} times, the first: {failure.First}");
        Assert.AreEqual(0, failed, string.Join("\n\n", shown.Prepend(result)));
    }

    private static IEnumerable<byte[]> Numbers()
    {
        foreach (long number in new[]
        {
            0, 1, 2, 8, 16, 19, 24, 127, 128, 255, 256, 512, 4096, short.MaxValue, ushort.MaxValue, int.MaxValue, 1L << 31, uint.MaxValue,
            1L << 32, long.MaxValue - 4096, long.MaxValue, long.MinValue, -1, -2, -4096,
        })
        {
            yield return [(byte)number];
            yield return BitConverter.GetBytes((short)number);
            yield return BitConverter.GetBytes((int)number);
            yield return BitConverter.GetBytes(number);
        }
    }

    internal static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : otherwise;

    // The JSON text; keeps unpaired surrogates, which JsonSerializer would replace.
    private static string Escape(char[] text) =>
        $"\"{string.Concat(text.Select(c => c is '"' or '\\' || !char.IsBetween(c, ' ', '~') ? $"\\u{(int)c:x4}" : c.ToString()))}\"";

    private static string Cut(string text) =>
        text.Length <= MostOfAnInputShown ? text : $"{text[..MostOfAnInputShown]}... ({text.Length} characters)";
}
