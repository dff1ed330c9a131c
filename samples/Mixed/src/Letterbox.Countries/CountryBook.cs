using Letterbox.Core;

namespace Letterbox.Countries;

/// <summary>Knows each country's address format; reads countries.csv and the folder formats.</summary>
public sealed class CountryBook
{
    private readonly Dictionary<string, AddressFormat> formats;

    private CountryBook(Dictionary<string, AddressFormat> formats)
    {
        this.formats = formats;
    }

    public IReadOnlyCollection<string> Countries => formats.Keys;

    public static CountryBook Load(string folder) => new(File.ReadLines(Path.Combine(folder, "countries.csv"))
        .Skip(1)
        .Select(line => line.Split(','))
        .ToDictionary(
            row => row[0],
            row => new AddressFormat(File.ReadAllText(Path.Combine(folder, "formats", row[1])))));

    public string Write(Address address) => formats[address.Country].Apply(address);
}
