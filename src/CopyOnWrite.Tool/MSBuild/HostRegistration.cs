using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// Since 18.10 the program that runs MSBuild in its own process can register tasks (Microsoft.Build.Utilities.Task.RegisterTask, and
/// Microsoft.Build.Tasks.BuiltInTasks.RegisterAll, which has Copy): TaskExecutionHost.FindTask takes those before it looks at any
/// UsingTask, and nothing is logged of that. No other program can read its table.
/// </summary>
internal static class HostRegistration
{
    private const string Namespace = "Microsoft.Build.Framework";
    private const string Table = "TaskClassRegistry";

    /// <summary>Whether the MSBuild in this folder has the table.</summary>
    internal static bool IsPossibleIn(string folder)
    {
        string assembly = Path.Combine(folder, "Microsoft.Build.Framework.dll");
        if (!File.Exists(assembly))
        {
            return false;
        }

        using var reader = new PEReader(File.OpenRead(assembly));
        MetadataReader metadata = reader.GetMetadataReader();
        return metadata.TypeDefinitions.Select(metadata.GetTypeDefinition)
            .Any(type => metadata.StringComparer.Equals(type.Name, Table) && metadata.StringComparer.Equals(type.Namespace, Namespace));
    }
}
