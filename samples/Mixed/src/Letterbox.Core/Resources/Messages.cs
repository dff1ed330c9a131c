using System.Globalization;
using System.Resources;

namespace Letterbox.Core.Resources;

/// <summary>The texts of Messages.resx and of its translations.</summary>
internal static class Messages
{
    private static readonly ResourceManager Texts = new(typeof(Messages));

    public static string StreetMissing(CultureInfo culture) => Get(nameof(StreetMissing), culture);

    public static string PostcodeOdd(string postcode, CultureInfo culture) =>
        string.Format(culture, Get(nameof(PostcodeOdd), culture), postcode);

    private static string Get(string name, CultureInfo culture) =>
        Texts.GetString(name, culture) ?? throw new MissingManifestResourceException(name);
}
