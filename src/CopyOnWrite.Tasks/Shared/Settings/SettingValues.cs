namespace CopyOnWrite.Tasks;

/// <summary>Parses the texts of properties.</summary>
internal static class SettingValues
{
    /// <summary>The words that mean true and false in MSBuild's conditions.</summary>
    internal static bool TryParseSwitch(string text, out bool value)
    {
        string word = text.Trim().ToUpperInvariant();
        value = word is "TRUE" or "1" or "ON" or "YES";
        return value || word is "FALSE" or "0" or "OFF" or "NO";
    }

    /// <summary>Parses true and false as MSBuild's conditions do: without spaces, and with "!" before a word.</summary>
    internal static bool TryParseCondition(string text, out bool value)
    {
        bool isNegated = text.Length > 2 && text[0] == '!';
        string word = isNegated ? text.Substring(1) : text;
        bool isRead = TryParseSwitch(word, out bool plain) && word.Trim().Length == word.Length;
        value = plain != isNegated;
        return isRead;
    }

    /// <summary>A number of bytes, or of KB, MB, GB, TB (thousands) or KiB, MiB, GiB, TiB (1024s), more than 0.</summary>
    internal static bool TryParseSize(string text, out long bytes)
    {
        string number = text.Trim();
        number = number.EndsWith("b", StringComparison.OrdinalIgnoreCase) ? number.Substring(0, number.Length - 1) : number;
        bool binary = number.EndsWith("i", StringComparison.OrdinalIgnoreCase);
        number = binary ? number.Substring(0, number.Length - 1) : number;
        int power = number.Length == 0 ? -1 : "KMGT".IndexOf(char.ToUpperInvariant(number[number.Length - 1]));
        number = power < 0 ? number : number.Substring(0, number.Length - 1);
        bool understood = double.TryParse(number.TrimEnd(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && (power >= 0 || !binary);
        value *= Math.Pow(binary ? 1024 : 1000, power + 1);
        bytes = understood && value is >= 1 and < long.MaxValue ? (long)value : 0;
        return bytes > 0;
    }

    /// <summary>A number of days ("30", "30d") or hours ("12h"), more than 0.</summary>
    internal static bool TryParseAge(string text, out TimeSpan age)
    {
        string number = text.Trim();
        bool hours = number.EndsWith("h", StringComparison.OrdinalIgnoreCase);
        number = hours || number.EndsWith("d", StringComparison.OrdinalIgnoreCase) ? number.Substring(0, number.Length - 1) : number;
        bool understood = double.TryParse(number.TrimEnd(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value > 0
            && value < 1_000_000;
        age = !understood ? TimeSpan.Zero : hours ? TimeSpan.FromHours(value) : TimeSpan.FromDays(value);
        return age > TimeSpan.Zero;    // False below a TimeSpan's resolution.
    }

    /// <summary>The path must be absolute: a relative one would be another folder for each project.</summary>
    internal static bool TryParsePath(string text, out string? path)
    {
        path = text;
        try
        {
            return text.Trim() == text
                && Path.IsPathRooted(text)
                && Path.GetFullPath(text) is var full
                && full.Length > Path.GetPathRoot(full)!.Length;
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or PathTooLongException)
        {
            return false;
        }
    }
}
