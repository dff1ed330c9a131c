namespace CopyOnWrite.Windows;

/// <summary>
/// Whether only those whom the cache's folder lets in (<see cref="SecurityDescriptor"/>) can have written a file in it. That the folder lets
/// no other user in now does not tell: a user may have opened it to others and closed it again, and what others put there meanwhile belongs
/// to them, and what was opened to them with it may be open still. They need not get into the folder to write to such a file: by default
/// every user may pass through folders without a right to them ("Bypass traverse checking", SeChangeNotifyPrivilege).
/// </summary>
internal sealed class CacheFileTrust
{
    private readonly IWindowsCalls _calls;
    private byte[]? _user;

    internal CacheFileTrust(IWindowsCalls calls) => _calls = calls;

    /// <param name="file">Open for reading.</param>
    internal bool Has(nint file)
    {
        if (_user is null && _calls.GetUser(out byte[] user) == 0)
        {
            _user = user;
        }

        return _user is not null
            && _calls.GetSecurity(file, out byte[] security) == 0
            && SecurityDescriptor.ProblemOf(security, _user) == CacheProblem.None;
    }
}
