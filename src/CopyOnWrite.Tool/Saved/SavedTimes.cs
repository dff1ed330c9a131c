using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Saved;

/// <summary>
/// The times that saved files get: their own, or, if files of the .NET SDK are newer than the outputs, later ones in the same order. A
/// build compares no more than which of two files is newer.
/// </summary>
internal sealed class SavedTimes
{
    private readonly DateTime _oldest;
    private readonly DateTime _start;
    private readonly double _scale = 1;

    /// <param name="sdk">The newest file of the SDK.</param>
    internal SavedTimes(SavedCheckout checkout, DateTime sdk, DateTime now)
    {
        // What a restore wrote is compared with nothing of the SDK, and the file of a first build has an old time.
        DateTime[] outputs =
        [
            .. checkout.Outputs.Where(file => !ProjectFiles.IsOfRestore(file.Path) && !FirstBuild.IsFile(file.Path)).Select(Own),
        ];
        _oldest = outputs.DefaultIfEmpty(DateTime.MaxValue).Min();
        _start = _oldest;
        DateTime newest = checkout.Outputs.Concat(checkout.Sources).Select(Own).DefaultIfEmpty().Max();
        if (sdk >= _oldest && sdk < now)
        {
            _start = sdk.AddTicks(1);
            _scale = Math.Min(1, (now - _start) / (newest - _oldest + TimeSpan.FromTicks(1)));
        }
    }

    /// <summary>Whether any is not its own.</summary>
    internal bool AreMoved => _start != _oldest;

    internal DateTime Of(SavedFile file) => Of(Own(file));

    internal DateTime Of(SavedLink link) => Of(new DateTime(link.Time, DateTimeKind.Utc));

    private static DateTime Own(SavedFile file) => new(file.Time, DateTimeKind.Utc);

    private DateTime Of(DateTime own) => own < _oldest ? own : _start + ((own - _oldest) * _scale);
}
