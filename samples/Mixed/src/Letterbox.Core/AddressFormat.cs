namespace Letterbox.Core;

/// <summary>A country's way to write an address: lines with the placeholders {name}, {street}, {postcode}, {city}.</summary>
public sealed class AddressFormat(string template)
{
    public string Apply(Address address) => template
        .Replace("{name}", address.Name)
        .Replace("{street}", address.Street)
        .Replace("{postcode}", address.Postcode)
        .Replace("{city}", address.City)
        .TrimEnd();
}
