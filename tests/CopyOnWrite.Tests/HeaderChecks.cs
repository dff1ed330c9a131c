using System.Reflection;
using System.Runtime.CompilerServices;

namespace CopyOnWrite.Tests;

/// <summary>A C program that compiles only where a system's headers have our constants, layouts and functions. None of it is run.</summary>
internal sealed class HeaderChecks(string head)
{
    private const BindingFlags Static = BindingFlags.Static | BindingFlags.NonPublic;

    private readonly StringBuilder _program = new(head);
    private int _pointers;

    /// <param name="of">Where the number is from, if the expression does not show it.</param>
    internal HeaderChecks Check(string expression, long value, string of = "")
    {
        _program.Append(
            CultureInfo.InvariantCulture, $"_Static_assert((long long)({expression}) == {value}LL, \"{of} {expression} == {value}\");\n");
        return this;
    }

    /// <param name="names">Ours=theirs, separated by spaces, where the names differ.</param>
    internal HeaderChecks Constants(Type native, int fewest, string names = "")
    {
        FieldInfo[] constants = [.. native.GetFields(Static).Where(field => field.IsLiteral && field.FieldType != typeof(string))];
        Assert.IsGreaterThanOrEqualTo(fewest, constants.Length, $"{native.Name}: the constants were not found.");
        foreach (FieldInfo constant in constants)
        {
            Check(TheirsOf(constant, names), ValueOf(constant));
        }

        return this;
    }

    /// <param name="names">Ours=theirs, separated by spaces, where the names differ.</param>
    /// <param name="sizes">Each field has the size of the header's, too.</param>
    internal HeaderChecks Structure(Type type, string name, string names = "", bool sizes = true)
    {
        FieldInfo[] fields = type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic);
        Assert.IsFalse(fields.SkipLast(1).Any(field => field.FieldType == typeof(char)), $"{name}: marshalled with one byte.");
        foreach (FieldInfo field in fields)
        {
            string theirs = TheirsOf(field, names);
            Check($"offsetof({name}, {theirs})", Marshal.OffsetOf(type, field.Name));
            if (sizes)
            {
                Check($"sizeof((({name} *)0)->{theirs})", SizeOf(field));
            }
        }

        return Check($"sizeof({name})", Marshal.SizeOf(type));
    }

    /// <param name="prototypes">Of each function that the class declares, a line of C.</param>
    /// <param name="sizes">Each parameter has the size of the header's; else arguments are widened to a register.</param>
    internal HeaderChecks Functions(Type native, string prototypes, string convention = "", bool sizes = true)
    {
        Dictionary<string, MethodInfo> ours = native.GetMethods(Static)
            .Where(method => NameOf(method) is not null)
            .DistinctBy(NameOf)
            .ToDictionary(method => NameOf(method)!);
        IList<Match> theirs = Regex.Matches(prototypes, @"^(?<returns>.+?) ?\b(?<name>\w+)\((?<parameters>.*)\)$", RegexOptions.Multiline);
        CollectionAssert.AreEquivalent(ours.Keys, theirs.Select(prototype => prototype.Groups["name"].Value).ToArray(), native.Name);
        foreach (Match prototype in theirs)
        {
            string name = prototype.Groups["name"].Value;
            string returns = prototype.Groups["returns"].Value;
            string parameters = prototype.Groups["parameters"].Value;

            // The pointer's name does not end with the function's, which is looked for among the symbols.
            _program.Append(CultureInfo.InvariantCulture, $"{returns} ({convention} *const check{_pointers++})({parameters}) = {name};\n");
            if (sizes)
            {
                CheckSizes(ours[name], name, returns, parameters == "void" ? [] : parameters.Split(", "));
            }
        }

        return this;
    }

    /// <summary>What the object file holds, with its symbols, if it is written.</summary>
    internal string AssertCompiles(string compiler, params string[] arguments)
    {
        (int exitCode, string output, string symbols) = Compile(compiler, arguments);
        Assert.AreEqual(0, exitCode, output);
        return symbols;
    }

    internal void AssertFails(string compiler, params string[] arguments)
    {
        (int exitCode, string output, _) = Compile(compiler, arguments);
        Assert.AreNotEqual(0, exitCode, output);
        Assert.Contains("static assertion failed", output);
    }

    private void CheckSizes(MethodInfo function, string name, string returns, string[] parameters)
    {
        Type[] given = [.. function.GetParameters().Select(parameter => parameter.ParameterType)];
        Assert.HasCount(parameters.Length, given, name);
        foreach ((string theirs, Type ours) in parameters.Zip(given).Append((returns, function.ReturnType)))
        {
            if (ours != typeof(void))
            {
                Check($"sizeof({theirs})", SizeInCall(ours), name);
            }
        }
    }

    private (int ExitCode, string Output, string Symbols) Compile(string compiler, string[] arguments)
    {
        using VolumeUnderTest temporary = VolumeUnderTest.InTemporaryFolder();
        string folder = temporary.Folder;
        string source = temporary.PathOf("c.c");
        string made = source + ".o";
        File.WriteAllText(source, _program.ToString());
        (int exitCode, string output) = Command.Run(
            compiler,
            [.. arguments, "-c", source, "-o", made],
            new Dictionary<string, string> { ["ZIG_GLOBAL_CACHE_DIR"] = folder, ["ZIG_LOCAL_CACHE_DIR"] = folder });
        return (exitCode, output, File.Exists(made) ? Encoding.Latin1.GetString(File.ReadAllBytes(made)) : string.Empty);
    }

    private static string TheirsOf(FieldInfo field, string names) =>
        names.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(pair => pair.Split('='))
            .FirstOrDefault(pair => pair[0] == field.Name)?[1] ?? field.Name;

    // nint and nuint are not taken by Convert.
    private static long ValueOf(FieldInfo constant) => constant.GetRawConstantValue() switch
    {
        nint number => number,
        nuint number => (long)number,
        object other => Convert.ToInt64(other, CultureInfo.InvariantCulture),
        null => throw new InvalidOperationException(constant.Name),
    };

    private static int SizeOf(FieldInfo field) => field.GetCustomAttribute<FixedBufferAttribute>() is { } buffer
        ? buffer.Length * Marshal.SizeOf(buffer.ElementType)
        : Marshal.SizeOf(field.FieldType);

    // A SafeFileHandle is given on Linux, as a descriptor.
    private static int SizeInCall(Type type) =>
        type.IsPointer || type.IsByRef || type.IsArray || type == typeof(nint) || type == typeof(nuint) || type == typeof(string) ? 8
            : type == typeof(uint) || type == typeof(int) || type == typeof(SafeFileHandle) ? 4
            : type == typeof(byte) ? 1
            : -1;

    // Null for what is not a C function, and for the inner calls that are generated for LibraryImport.
    private static string? NameOf(MethodInfo method) => method.Name[0] == '<'
        ? null
        : (method.GetCustomAttribute<LibraryImportAttribute>()?.EntryPoint ?? method.GetCustomAttribute<DllImportAttribute>()?.EntryPoint)
            ?.Replace("$INODE64", string.Empty, StringComparison.Ordinal);
}
