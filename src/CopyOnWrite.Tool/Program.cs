using CopyOnWrite.Tool;

return await CommandLine.RunAsync(CowCommand.New(), args);
