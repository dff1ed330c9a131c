using System;
using System.Globalization;
using System.IO;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>What a project says about the clone source cache. MSBuild gives a task no properties, so <see cref="CopyOnWriteSettings"/> passes them on.</summary>
internal sealed class CacheSettings
{
    internal const string Off = "CopyOnWriteCache";
    internal const string PathProperty = "CopyOnWriteCachePath";
    internal const string SizeProperty = "CopyOnWriteCacheMaxSize";
    internal const string AgeProperty = "CopyOnWriteCacheMaxAge";

    private const long DefaultMaximumBytes = 10_000_000_000;
    private const int DefaultMaximumDays = 30;

    private CacheSettings(bool isOn, string? path, long maximumBytes, TimeSpan maximumAge)
    {
        IsOn = isOn;
        Path = path;
        MaximumBytes = maximumBytes;
        MaximumAge = maximumAge;
    }

    internal static CacheSettings Default { get; } = new(true, null, DefaultMaximumBytes, TimeSpan.FromDays(DefaultMaximumDays));

    internal bool IsOn { get; }

    /// <summary>Null: the default (<see cref="DefaultCacheFolder"/>).</summary>
    internal string? Path { get; }

    internal long MaximumBytes { get; }

    internal TimeSpan MaximumAge { get; }

    /// <summary>
    /// Hands the texts to the project's other tasks in this process. As texts, and under the project's folder, since an assembly of another
    /// version may ask, and because a Copy task knows no more of its project.
    /// </summary>
    internal static void Register(IBuildEngine4 engine, string projectFolder, string[] texts) =>
        engine.RegisterTaskObject(Key(projectFolder), texts, RegisteredTaskObjectLifetime.Build, allowEarlyCollection: false);

    /// <summary>The defaults where nothing was set, or only by a target that has not run.</summary>
    internal static CacheSettings Of(IBuildEngine4 engine, string projectFolder) =>
        engine.GetRegisteredTaskObject(Key(projectFolder), RegisteredTaskObjectLifetime.Build) is string[] { Length: 4 } texts
            && TryParse(texts[0], texts[1], texts[2], texts[3], out CacheSettings settings, out _)
            ? settings
            : Default;

    /// <summary>The empty text is the default. When false, <paramref name="wrong"/> is the property whose value is not understood.</summary>
    internal static bool TryParse(string on, string path, string size, string age, out CacheSettings settings, out string? wrong)
    {
        bool isOn = true;
        long bytes = DefaultMaximumBytes;
        TimeSpan time = TimeSpan.FromDays(DefaultMaximumDays);
        wrong = on.Length > 0 && !TryParseSwitch(on, out isOn) ? Off
            : path.Length > 0 && !IsAbsolute(path) ? PathProperty
            : size.Length > 0 && !TryParseSize(size, out bytes) ? SizeProperty
            : age.Length > 0 && !TryParseAge(age, out time) ? AgeProperty
            : null;
        settings = new CacheSettings(isOn, path.Length > 0 ? path : null, bytes, time);
        return wrong is null;
    }

    /// <summary>The words that MSBuild's conditions take for true and false.</summary>
    internal static bool TryParseSwitch(string text, out bool value)
    {
        switch (text.Trim().ToUpperInvariant())
        {
            case "TRUE" or "1" or "ON" or "YES":
                value = true;
                return true;
            case "FALSE" or "0" or "OFF" or "NO":
                value = false;
                return true;
            default:
                value = false;
                return false;
        }
    }

    /// <summary>A number of bytes, or of KB, MB, GB, TB (thousands) or KiB, MiB, GiB, TiB (1024s), more than 0.</summary>
    internal static bool TryParseSize(string text, out long bytes)
    {
        bytes = 0;
        string number = text.Trim().TrimEnd('b', 'B');
        bool binary = number.EndsWith("i", StringComparison.OrdinalIgnoreCase);
        number = binary ? number.Substring(0, number.Length - 1) : number;
        int power = number.Length == 0 ? -1 : "KMGT".IndexOf(char.ToUpperInvariant(number[number.Length - 1]));
        if (binary && power < 0)
        {
            return false;
        }

        number = power < 0 ? number : number.Substring(0, number.Length - 1);
        if (!double.TryParse(number.TrimEnd(), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value))
        {
            return false;
        }

        value *= Math.Pow(binary ? 1024 : 1000, power + 1);
        bytes = value is >= 1 and < long.MaxValue ? (long)value : 0;
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
        return understood;
    }

    /// <summary>A relative path would be another folder for each project.</summary>
    private static bool IsAbsolute(string path)
    {
        try
        {
            return System.IO.Path.IsPathRooted(path) && System.IO.Path.GetFullPath(path).Length > 1;
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or PathTooLongException)
        {
            return false;
        }
    }

    private static string Key(string projectFolder) => "CopyOnWrite.Sdk cache settings of " + projectFolder.TrimEnd('/', '\\');
}
