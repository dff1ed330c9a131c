namespace CopyOnWrite.Tool.Tests.Fuzz;

/// <summary>What a fuzz test expects of bad input: a sentence, and no other exception.</summary>
internal static class Refusal
{
    /// <summary>Whether the input was taken, and not refused.</summary>
    internal static bool None(Action read)
    {
        try
        {
            read();
            return true;
        }
        catch (Exception e) when (e is CommandFailedException or InvalidDataException)
        {
            return false;
        }
    }
}
