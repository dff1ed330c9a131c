using CopyOnWrite.Torture;

return args is [HostProgram.Verb, var msbuild, var job] ? HostProgram.Run(msbuild, job) : TortureCommand.Run(args);
