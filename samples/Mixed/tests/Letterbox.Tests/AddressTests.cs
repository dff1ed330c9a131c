using System.Globalization;
using Letterbox.Core;
using Letterbox.Countries;
using Microsoft.VisualStudio.TestTools.UnitTesting;

[assembly: Parallelize]

namespace Letterbox.Tests;

[TestClass]
public sealed class AddressTests
{
    [TestMethod]
    [DataRow("en", "The street is missing.")]
    [DataRow("de", "Die Straße fehlt.")]
    [DataRow("fr", "La rue manque.")]
    public void ProblemsComeInTheReadersLanguage(string culture, string expected)
    {
        var address = new Address("Beat Keller", string.Empty, "8001", "Zürich", "CH");

        var problems = AddressCheck.Problems(address, new CultureInfo(culture));

        Assert.AreEqual(expected, problems.Single());
    }

    [TestMethod]
    [DataRow("DE")]
    [DataRow("GB")]
    public void AddressIsWrittenAsTheCountryExpects(string country)
    {
        var expected = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "cases", $"{country}.txt"));
        var address = new Address("Erika Mustermann", "Heidestraße 17", "51147", "Köln", country);

        var written = CountryBook.Load(AppContext.BaseDirectory).Write(address);

        Assert.AreEqual(expected.TrimEnd(), written);
    }
}
