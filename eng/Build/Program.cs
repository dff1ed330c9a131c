using CopyOnWrite.Build;

ParseResult parsed = BuildCommand.New().Parse(args);

// A closed terminal too: volumes must not stay mounted. Interrupt and termination are System.CommandLine's.
using var hangup = new CancellationTokenSource();
using var registration = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
{
    signal.Cancel = true;
    hangup.Cancel();
});
return await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1) }, hangup.Token);
