namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the system's own copy, which the built-in task calls, clones as well: then the SDK gains little.</summary>
internal static class SystemCopyCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        FolderPair? outputs = context.Pairs.FirstOrDefault(pair =>
            pair.Kind == PairKind.CompiledToOutput && pair.Probe.NotPermitted is null);
        bool packages = context.Pairs.Any(pair => pair.Kind == PairKind.PackagesToOutput && !pair.Probe.OnOneVolume);
        return outputs is not { Probe: { Clones: true, SystemCopyClones: { } clones } } ? null
            : !clones ? Finding.Ok("The system's own copy does not clone here: without the SDK every file is copied")
            : Finding.Ok(
                packages
                    ? "The system's own copy also clones within a volume: here the SDK gains only on package files from the other volume"
                    : "The system's own copy clones here too, so the SDK gains little: fewer calls for each file, and a log that shows "
                        + "what was cloned",
                "Tried with .NET's File.Copy, which MSBuild's built-in task calls, and verified by the bytes that files share.");
    }
}
