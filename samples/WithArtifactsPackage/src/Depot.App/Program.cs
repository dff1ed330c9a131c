using Depot.Store;

Console.WriteLine(new Shelf("A1", ["letters", "a drum"]).ToJson());
