#if canImport(Glibc)
  import Glibc
#endif

let words = Array(CommandLine.arguments.dropFirst())
let rest = Array(words.dropFirst())
switch words.first {
case "draw": DrawCommand.run(rest)
case "library": LibraryBench.run(rest)
case "program": ProgramBench.run(rest)
case "inflate": InflateBench.run(rest)
case "mosaic": Mosaic.run(rest)
case "--help", "-h", "help": print(usage)
case nil: fail("no measurement is named; paint-bench --help lists them", exitCode: EX_USAGE)
case let word?:
  fail("'\(word)' is not a measurement; paint-bench --help lists them", exitCode: EX_USAGE)
}
