using Microsoft.VisualStudio.TestTools.UnitTesting;

// Most of a test is a process that waits for another; each has a folder of its own.
[assembly: Parallelize(Workers = 3, Scope = ExecutionScope.MethodLevel)]
