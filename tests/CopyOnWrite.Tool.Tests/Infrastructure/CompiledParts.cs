using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>What of an assembly and its pdb can be seen by who runs or debugs it: methods, strings, documents, sequence points.</summary>
internal static class CompiledParts
{
    /// <param name="path">Of the dll, without its ending.</param>
    internal static string[] Of(string path)
    {
        using var dll = new PEReader(new MemoryStream(File.ReadAllBytes(path + ".dll")));
        using var provider = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(File.ReadAllBytes(path + ".pdb")));
        (MetadataReader code, MetadataReader pdb) = (dll.GetMetadataReader(), provider.GetMetadataReader());
        return
        [
            .. code.MethodDefinitions.Select(code.GetMethodDefinition).Select(method => $"method {code.GetString(method.Name)} "
                + (method.RelativeVirtualAddress is not 0 and var at ? Convert.ToHexString(dll.GetMethodBody(at).GetILBytes()!) : "")),
            .. Strings(code),
            .. pdb.Documents.Select(pdb.GetDocument).Select(document => $"document {pdb.GetString(document.Name)}"),
            .. pdb.MethodDebugInformation.Select(pdb.GetMethodDebugInformation)
                .Select(one => string.Join(' ', one.GetSequencePoints().Select(at => $"{at.Offset}:{at.StartLine},{at.StartColumn}"))),
        ];
    }

    private static IEnumerable<string> Strings(MetadataReader code)
    {
        for (UserStringHandle handle = default; !(handle = code.GetNextHandle(handle)).IsNil;)
        {
            yield return $"string {code.GetUserString(handle)}";
        }
    }
}
