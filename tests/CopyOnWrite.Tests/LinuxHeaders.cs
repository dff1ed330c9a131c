using System.Globalization;

namespace CopyOnWrite.Tests;

/// <summary>What the system's C compiler makes of expressions in C, by the system's headers.</summary>
internal static class LinuxHeaders
{
    private static readonly string[] s_headers =
    [
        "fcntl.h", "sys/stat.h", "sys/file.h", "sys/ioctl.h", "linux/fs.h", "linux/limits.h", "linux/magic.h", "linux/fiemap.h",
        "linux/btrfs.h", "sys/vfs.h",
        "sys/syscall.h", "errno.h", "stddef.h", "stdio.h", "time.h", "unistd.h",
    ];

    /// <param name="declarations">Lines of C before the program; a type that does not fit is an error.</param>
    internal static Dictionary<string, long> Values(IEnumerable<string> expressions, string declarations)
    {
        string folder = Directory.CreateTempSubdirectory("cow-constants").FullName;
        try
        {
            string headers = string.Concat(s_headers.Select(header => $"#include <{header}>\n"));
            string prints = string.Concat(expressions.Select(e => $"  printf(\"%s=%lld\\n\", \"{e}\", (long long)({e}));\n"));
            string source = Path.Combine(folder, "c.c");
            string program = Path.Combine(folder, "c");
            File.WriteAllText(source, $"#define _GNU_SOURCE\n{headers}{declarations}int main(void) {{\n{prints}  return 0;\n}}\n");
            Command.OutputOf("cc", "-Werror", "-o", program, source);
            return Command.OutputOf(program).Split('\n', System.StringSplitOptions.RemoveEmptyEntries)
                .Select(line => line.Split('='))
                .ToDictionary(pair => pair[0], pair => long.Parse(pair[1], CultureInfo.InvariantCulture));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
