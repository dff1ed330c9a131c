using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// The codes of warnings that the build makes errors of. Older hosts lack IBuildEngine8, which has them, so it is looked up by its name, as
/// in <see cref="LogImportance"/>.
/// </summary>
internal static class WarningsAsErrors
{
    private static readonly MethodInfo? s_isError =
        typeof(IBuildEngine).Assembly.GetType("Microsoft.Build.Framework.IBuildEngine8")?.GetMethod("ShouldTreatWarningAsError");

    /// <summary>False where MSBuild cannot answer.</summary>
    internal static bool Include(IBuildEngine engine, string code) =>
        s_isError?.DeclaringType!.IsInstanceOfType(engine) == true && (bool)s_isError.Invoke(engine, new object[] { code })!;
}
