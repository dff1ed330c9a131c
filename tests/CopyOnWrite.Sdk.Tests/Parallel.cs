// Most of a test is a build that uses one processor; each has a repository of its own. Those that need the machine to themselves say so.
[assembly: Parallelize(Workers = 2, Scope = ExecutionScope.MethodLevel)]
