using System.Reflection;

namespace CopyOnWrite.Tests.Cache;

/// <summary>A cache's system that lets a test look after each call.</summary>
public class WatchedCacheSystem : DispatchProxy
{
    private ICacheSystem? _system;
    private Action? _afterCall;

    internal static ICacheSystem Of(ICacheSystem system, Action afterCall)
    {
        ICacheSystem proxy = Create<ICacheSystem, WatchedCacheSystem>();
        var watched = (WatchedCacheSystem)(object)proxy;
        watched._system = system;
        watched._afterCall = afterCall;
        return proxy;
    }

    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        object? result = targetMethod!.Invoke(_system, args);
        if (targetMethod.Name == nameof(ICacheSystem.OpenFolder) && args![1] is CacheFolder opened)
        {
            args[1] = new CacheFolder((ICacheSystem)(object)this, opened.Handle, opened.FullPath, opened.Volume)
            {
                HasIntegrity = opened.HasIntegrity,
                IsWritable = opened.IsWritable,
            };
        }

        _afterCall!();
        return result;
    }
}
