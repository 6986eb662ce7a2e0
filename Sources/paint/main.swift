import PaintCLI

#if canImport(Glibc)
  import Glibc
#endif

exit(PaintCommand.run(Array(CommandLine.arguments.dropFirst())))
