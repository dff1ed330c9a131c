using System.IO;
using System.Linq;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

internal static class PairText
{
    /// <summary>From where to where, on which file systems, what came of it; and in a second line how long it took.</summary>
    internal static string Of(FolderPair pair, Repository repository)
    {
        Trial trial = pair.Trial;
        string volumes = trial.OnOneVolume ? $"one volume, {trial.DestinationFileSystem}" : $"{trial.SourceFileSystem} to {trial.DestinationFileSystem}";
        string came = trial.NotPermitted is not null ? "not tried"
            : trial.Clones && trial.SharingTold ? "cloned, all bytes shared"
            : trial.Clones ? "cloned, according to the result of the call: this file system does not report which bytes files share"
            : $"copied, {trial.Why}";
        string times = string.Join("; ", trial.Times.Select(time =>
            $"{Size(time.Bytes)} {(trial.Clones ? $"cloned in {Words.Milliseconds(time.Cloning)}, " : string.Empty)}read and written in {Words.Milliseconds(time.Copying)}"));
        return $"{Short(pair.From, repository)} to {Short(pair.To, repository)}: {volumes}: {came}" + (times.Length == 0 ? string.Empty : "\n" + times);
    }

    private static string Short(string folder, Repository repository) => Path.TrimEndingDirectorySeparator(repository.Relative(folder));

    private static string Size(int bytes) => bytes >= 1 << 20 ? $"{bytes >> 20} MiB" : $"{bytes >> 10} KiB";
}
