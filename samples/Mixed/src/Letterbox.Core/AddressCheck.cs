using System.Globalization;
using Letterbox.Core.Resources;

namespace Letterbox.Core;

public static class AddressCheck
{
    /// <summary>Tells what is wrong with an address, in the language of the reader.</summary>
    public static IReadOnlyList<string> Problems(Address address, CultureInfo reader)
    {
        var problems = new List<string>();
        if (address.Street.Length == 0)
        {
            problems.Add(Messages.StreetMissing(reader));
        }

        if (!IsNumber(address.Postcode))
        {
            problems.Add(Messages.PostcodeOdd(address.Postcode, reader));
        }

        return problems;
    }

#if NET
    private static bool IsNumber(string text) => text.Length > 0 && !text.AsSpan().ContainsAnyExceptInRange('0', '9');
#else
    private static bool IsNumber(string text) => text.Length > 0 && text.All(c => c is >= '0' and <= '9');
#endif
}
