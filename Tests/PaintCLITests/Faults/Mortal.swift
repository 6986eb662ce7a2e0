import Glibc
import PaintTestSupport

extension Shell {
  /// Runs `paint`, and kills it after so many microseconds; returns its exit code, 137 if it was killed.
  func paint(_ words: [String], input: String = "", killedAfter microseconds: Int?) throws -> Int {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let file = try ScratchFile(Array(input.utf8))
    let running = try RunningProgram(
      Shell.program.string, words, environment: environment, in: folder, input: file.descriptor, output: null,
      errors: null)
    guard let microseconds else { return running.wait() }
    // This wait is not for an event: it varies the point at which the program is killed.
    usleep(UInt32(microseconds))
    kill(running.process, SIGKILL)
    return running.wait()
  }
}
