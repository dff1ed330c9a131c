using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>The outputs that the built-in sets itself.</summary>
public partial class Copy
{
    // Both shadow the built-in's, whose setters are private. The engine reads the outputs of the class that it was given.
    [Output]
    public new ITaskItem[]? CopiedFiles { get; private set; }

    [Output]
    public new bool WroteAtLeastOneFile { get; private set; }

    /// <summary>Ours, and the built-in's as far as they can be set: a program may have this task as a Microsoft.Build.Tasks.Copy.</summary>
    private void SetOutputs(ITaskItem[]? copied, bool wrote)
    {
        CopiedFiles = copied;
        WroteAtLeastOneFile = wrote;
        NewerMembers.SetCopiedFiles(this, copied);
        NewerMembers.SetWroteAtLeastOneFile(this, wrote);
    }
}
