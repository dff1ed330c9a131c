using System.CommandLine;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Doctor;

/// <summary><c>dotnet cow doctor [repo]</c></summary>
internal static class DoctorCommand
{
    internal static Command New()
    {
        Argument<string> folder = CommandLine.Repository();
        var log = new Option<string?>("--binlog")
        {
            Description = "A binary log of a build of the repository: also checks whether it used CopyOnWrite.Sdk's Copy task.",
            HelpName = "file",
        };
        var details = new Option<bool>("--details") { Description = "Also shows what the checks that passed have seen." };
        var command = new Command("doctor", "Checks whether a repository's builds clone files, and says why not and what to do.")
        {
            folder, log, details,
        };
        command.SetAnswer((parsed, screen, cancel) =>
        {
            var context = new DoctorContext(Repository.Open(parsed.GetValue(folder)!, cancel), cancel)
            {
                // After the repository, which decides whose MSBuild this process has.
                Log = parsed.GetValue(log) is { } file ? LogFile.Read(file) : null,
            };
            Finding[] checks = Examination.Of(context);
            bool well = Examination.IsWell(checks);
            return Task.FromResult(screen.Answer(
                new { summary = DoctorText.Summary(checks), repository = context.Repository.Folder, well, checks },
                well,
                () => DoctorText.Write(screen, checks, parsed.GetValue(details))));
        });
        return command;
    }
}
