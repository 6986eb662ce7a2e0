import PaintCLI

#if canImport(Glibc)
  import Glibc
#endif

exit(PaintCommand.runProcess())
