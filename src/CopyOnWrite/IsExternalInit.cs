#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>The compiler marks init-only properties with it: netstandard2.0 lacks it.</summary>
internal static class IsExternalInit;
#endif
