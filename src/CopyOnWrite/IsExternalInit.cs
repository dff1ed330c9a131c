#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler marks init-only properties with: netstandard2.0 has none.</summary>
internal static class IsExternalInit
{
}
#endif
