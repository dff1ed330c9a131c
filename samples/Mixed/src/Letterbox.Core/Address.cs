namespace Letterbox.Core;

public sealed class Address(string name, string street, string postcode, string city, string country)
{
    public string Name { get; } = name;

    public string Street { get; } = street;

    public string Postcode { get; } = postcode;

    public string City { get; } = city;

    public string Country { get; } = country;
}
