// Much of a test is waiting. Those that change the whole process are marked: its umask, and strace, of which a process can have one.
[assembly: Parallelize(Workers = 3, Scope = ExecutionScope.ClassLevel)]

// Rows of a reason or an outcome, which are internal.
[assembly: DiscoverInternals]
