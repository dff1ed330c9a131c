using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// The task loads into MSBuild 17.7 and later: every type and member it binds to is there in 17.7.2's assemblies, which are restored for
/// this test alone. Of the Copy task it binds to no more than what that version's has.
/// </summary>
[TestClass]
public sealed class OlderHostsTests
{
    private static readonly string[] s_copyHadThen =
    [
        ".ctor", "Execute", "Cancel", "get_SourceFiles", "set_SourceFiles", "get_DestinationFiles", "set_DestinationFiles", "get_DestinationFolder",
        "get_CopiedFiles", "get_WroteAtLeastOneFile", "get_SkipUnchangedFiles", "get_OverwriteReadOnlyFiles", "get_Retries", "get_RetryDelayMilliseconds",
        "get_UseHardlinksIfPossible", "get_UseSymboliclinksIfPossible", "get_ErrorIfLinkFails", "get_FailIfNotIncremental",
    ];

    [TestMethod]
    public void EveryMemberThatTheTaskBindsToIsInMSBuild1772()
    {
        using MetadataLoadContext old = Load1772();
        using var assembly = new PEReader(File.OpenRead(Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Sdk.Tasks.dll")));
        MetadataReader metadata = assembly.GetMetadataReader();
        var missing = new List<string>();
        int looked = 0;
        foreach (MemberReference reference in metadata.MemberReferences.Select(metadata.GetMemberReference).Where(m => m.Parent.Kind == HandleKind.TypeReference))
        {
            TypeReference type = metadata.GetTypeReference((TypeReferenceHandle)reference.Parent);
            if (type.ResolutionScope.Kind != HandleKind.AssemblyReference)
            {
                continue;
            }

            string from = metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name);
            string typeName = $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}";
            string member = metadata.GetString(reference.Name);
            bool found = from switch
            {
                "Microsoft.Build.Tasks.Core" => (typeName == "Microsoft.Build.Tasks.Copy" && s_copyHadThen.Contains(member))
                    || (typeName == "Microsoft.Build.Tasks.TaskExtension" && member == "get_Log"),
                "Microsoft.Build.Framework" or "Microsoft.Build.Utilities.Core" => Has(old.LoadFromAssemblyName(from).GetType(typeName), member),
                _ => true,
            };
            looked += from.StartsWith("Microsoft.Build", StringComparison.Ordinal) ? 1 : 0;
            if (!found)
            {
                missing.Add($"{from}: {typeName}.{member}");
            }
        }

        Assert.IsEmpty(missing, string.Join('\n', missing));
        Assert.IsGreaterThan(10, looked, "The references were not found.");
    }

    [TestMethod]
    public void EveryTypeThatTheTaskNamesIsInMSBuild1772()
    {
        using MetadataLoadContext old = Load1772();
        using var assembly = new PEReader(File.OpenRead(Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Sdk.Tasks.dll")));
        MetadataReader metadata = assembly.GetMetadataReader();
        foreach (TypeReference type in metadata.TypeReferences.Select(metadata.GetTypeReference).Where(t => t.ResolutionScope.Kind == HandleKind.AssemblyReference))
        {
            string from = metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name);
            string name = $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}";
            if (from is "Microsoft.Build.Framework" or "Microsoft.Build.Utilities.Core")
            {
                Assert.IsNotNull(old.LoadFromAssemblyName(from).GetType(name), $"{from}: {name}");
            }
        }
    }

    private static bool Has(Type? type, string member)
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static;
        for (; type is not null; type = type.BaseType)
        {
            if (type.GetMember(member, All).Length > 0 || type.GetConstructors(All).Any(c => c.Name == member)
                || type.GetInterfaces().Any(i => i.GetMember(member, All).Length > 0))
            {
                return true;
            }
        }

        return false;
    }

    private static MetadataLoadContext Load1772()
    {
        string folder = Path.Combine(AppContext.BaseDirectory, "msbuild-17.7.2");
        IEnumerable<string> runtime = Directory.GetFiles(RuntimeEnvironment.GetRuntimeDirectory(), "*.dll");
        return new MetadataLoadContext(new PathAssemblyResolver(Directory.GetFiles(folder, "*.dll").Concat(runtime)));
    }
}
