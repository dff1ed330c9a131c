// Most of a test is a build that uses one processor; each has a separate repository. Those that need the machine to themselves are marked.
[assembly: Parallelize(Workers = 2, Scope = ExecutionScope.MethodLevel)]
