using CopyOnWrite.Tool;

if (Console.IsOutputRedirected)
{
    // Agents and scripts read UTF-8; Windows' default is the console's code page. Console.OutputEncoding would change the caller's console.
    Console.SetOut(new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true });
}

return await CommandLine.RunAsync(CowCommand.New(), args);
