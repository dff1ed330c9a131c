public static class App { public static void Main() => System.Console.WriteLine(Library.Answer); }
