using Mono.Cecil;

namespace CopyOnWrite.NetFramework.Tests.Infrastructure;

/// <summary>
/// MSBuild 17.7.2 with no more in Copy and in the log than 16.6 and 17.0 have, and with less: the tasks of those versions are in no
/// package. Members are given another name, everywhere in MSBuild, so that its own code goes on to work and ours does not find them.
/// </summary>
internal static class OlderMSBuild
{
    private const string Taken = "Taken";

    private static readonly Dictionary<string, string[]> s_newer = new()
    {
        // The first came with 17.7; the others are not in MSBuild 4.0, and no package shows which version between that and 17.7 added them.
        ["Microsoft.Build.Tasks.Copy"] = ["FailIfNotIncremental", "UseSymboliclinksIfPossible", "ErrorIfLinkFails", "WroteAtLeastOneFile"],
        ["Microsoft.Build.Utilities.TaskLoggingHelper"] = ["LogsMessagesOfImportance"],    // Not in 16.6.
    };

    internal static MSBuild Make(MSBuild from, string folder)
    {
        Command.OutputOf("cp", "-r", from.Folder, folder);
        int renamed = 0;
        foreach (string file in Directory.GetFiles(folder, "Microsoft.Build*.dll"))
        {
            using var resolver = new DefaultAssemblyResolver();
            resolver.AddSearchDirectory(folder);
            using ModuleDefinition module = ModuleDefinition.ReadModule(
                file, new ReaderParameters { InMemory = true, AssemblyResolver = resolver });
            renamed += module.Types.Sum(Rename) + module.GetMemberReferences().Count(Rename);
            module.Write(file);
        }

        return renamed > s_newer.Sum(type => type.Value.Length)
            ? new MSBuild(folder)
            : throw new InvalidOperationException($"Only {renamed} members were found.");
    }

    private static int Rename(TypeDefinition type)
    {
        if (!s_newer.TryGetValue(type.FullName, out string[]? members))
        {
            return 0;
        }

        // The interface that FailIfNotIncremental is of came with it.
        foreach (InterfaceImplementation incremental in type.Interfaces.Where(i => i.InterfaceType.Name == "IIncrementalTask").ToArray())
        {
            _ = type.Interfaces.Remove(incremental);
        }

        IMemberDefinition[] newer = [.. type.Methods
            .Cast<IMemberDefinition>()
            .Concat(type.Properties)
            .Where(member => members.Contains(NameOf(member.Name)))];
        foreach (IMemberDefinition member in newer)
        {
            member.Name = Taken + member.Name;
        }

        return newer.Length;
    }

    private static bool Rename(MemberReference reference)
    {
        bool isNewer = s_newer.TryGetValue(reference.DeclaringType.FullName, out string[]? members)
            && members.Contains(NameOf(reference.Name));
        reference.Name = isNewer ? Taken + reference.Name : reference.Name;
        return isNewer;
    }

    private static string NameOf(string method) =>
        method.StartsWith("get_", StringComparison.Ordinal) || method.StartsWith("set_", StringComparison.Ordinal) ? method[4..] : method;
}
