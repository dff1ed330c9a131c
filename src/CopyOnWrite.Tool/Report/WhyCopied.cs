using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Report;

/// <summary>Why a file is not a clone: the core's reason, why a whole call was left to the built-in, or the file is gone.</summary>
internal readonly record struct WhyCopied(Reason Reason, FallbackReason Fallback = FallbackReason.None)
{
    internal static WhyCopied FileIsGone => default;

    internal string Code => this == FileIsGone ? "FileIsGone" : Fallback != FallbackReason.None ? Fallback.ToString() : Reason.ToString();

    internal string Words =>
        this == FileIsGone ? "no longer on this machine"
            : Fallback != FallbackReason.None ? FallbackText.Of(Fallback)
            : ReasonText.Of(Reason);

    internal static WhyCopied? Of(CopyRecordFile file) => file.Reason is null
        ? null
        : new WhyCopied(Parse<Reason>(file.Reason) is var reason && reason != Reason.None ? reason : Reason.OtherError);

    internal static WhyCopied OfCall(string builtIn) => new(Reason.OtherError, Parse<FallbackReason>(builtIn));

    private static T Parse<T>(string code)
        where T : struct, Enum => Enum.TryParse(code, out T known) && Enum.IsDefined(known) ? known : default;
}
