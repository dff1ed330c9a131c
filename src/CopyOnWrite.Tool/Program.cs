using System.CommandLine;
using CopyOnWrite.Tool;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Cache;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;

var root = new RootCommand("Shows whether builds clone files, why not, and what cloning saves.")
{
    DoctorCommand.New(),
    InspectCommand.New(),
    ReportCommand.New(),
    BenchCommand.New(),
    CacheCommand.New(),
};

return await CommandLine.RunAsync(root, args);
