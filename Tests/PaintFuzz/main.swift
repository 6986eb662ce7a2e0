import CFuzzer
import Glibc

// paint-fuzz TARGET [LIBFUZZER'S ARGUMENTS]; paint-fuzz alone lists the targets.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  for target in FuzzTarget.all { print("\(target.name)\t\(target.summary)") }
  exit(0)
}
guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
  print("paint-fuzz: there is no target \(arguments[1])")
  exit(64)
}
Scratch.isAlone = true
signal(SIGPIPE, SIG_IGN)
// A disk's syncs would take longer than everything else.
setenv("TMPDIR", Scratch.folder.string, 1)
FuzzTarget.chosen = target
var words =
  [arguments[0], "-max_len=\(target.longest)"] + (target.isLoud ? ["-close_fd_mask=3"] : [])
  + arguments.dropFirst(2)
var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
var count = CInt(words.count)
let code = pointers.withUnsafeMutableBufferPointer { buffer in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { (bytes, count) in
    FuzzTarget.chosen?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }
}
exit(code)
