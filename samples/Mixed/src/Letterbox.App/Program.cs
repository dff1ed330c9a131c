using System.Globalization;
using Letterbox.Core;
using Letterbox.Countries;
using Newtonsoft.Json;

var folder = AppContext.BaseDirectory;
var reader = new CultureInfo(args.Length > 0 ? args[0] : "en");
var addresses = JsonConvert.DeserializeObject<List<Address>>(
    File.ReadAllText(Path.Combine(folder, "content", "addresses.json"))) ?? [];

var book = CountryBook.Load(folder);
foreach (var address in addresses)
{
    Console.WriteLine($"--- {address.Country}");
    Console.WriteLine(book.Write(address));
    foreach (var problem in AddressCheck.Problems(address, reader))
    {
        Console.WriteLine($"! {problem}");
    }
}

foreach (var part in new[] { "content", "postmarks", "legal", "tools" })
{
    var files = Directory.GetFiles(Path.Combine(folder, part), "*", SearchOption.AllDirectories);
    Console.WriteLine($"{part}: {files.Length} files, {files.Sum(file => new FileInfo(file).Length)} bytes");
}
