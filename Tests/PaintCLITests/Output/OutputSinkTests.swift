import CSpawner
import PaintTestSupport
import Testing

@testable import PaintCLI
@testable import PaintTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("OutputSink") struct OutputSinkTests {
  @Test("writes its buffer at a flush, and earlier if it is full")
  func buffering() throws {
    let pipe = try Pipe()
    let sink = OutputSink(descriptor: pipe.writing, limit: 8)
    sink.write("12345678")
    #expect(pipe.read() == "12345678")
    sink.write("a")
    sink.writeLine("b")
    try sink.flush()
    #expect(pipe.read() == "ab\n")
  }

  @Test("a pipe without a reader is not an error")
  func brokenPipe() throws {
    Terminal.ignoreBrokenPipes()
    var ends: [Int32] = [0, 0]
    try #require(spawner_pipe(&ends) == 0)
    close(ends[0])
    // A program that another test starts has all files open until its exec.
    try wait(until: "the pipe has no reader") {
      var poller = pollfd(fd: ends[1], events: 0, revents: 0)
      return poll(&poller, 1, 0) == 1 && poller.revents & Int16(POLLERR) != 0
    }
    let sink = OutputSink(descriptor: ends[1])
    sink.writeLine("nobody reads this")
    try sink.flush()
    #expect(sink.isClosed)
    sink.writeLine("nor this")
    try sink.flush()
    close(ends[1])
  }

  @Test("any other failure is thrown each time")
  func failure() {
    let sink = OutputSink(descriptor: -1)
    sink.write("x")
    for _ in 0..<2 {
      do {
        try sink.flush()
        Issue.record("it was written")
      } catch {
        #expect(error.code == .writeFailed)
      }
    }
  }

  @Test("colours are only for a terminal, and never with NO_COLOR")
  func color() throws {
    #expect(TerminalColors.areAllowed(noColor: nil, term: "xterm"))
    #expect(TerminalColors.areAllowed(noColor: "", term: "xterm"))
    #expect(!TerminalColors.areAllowed(noColor: "1", term: "xterm"))
    #expect(!TerminalColors.areAllowed(noColor: nil, term: "dumb"))
    #expect(!TerminalColors.areAllowed(noColor: nil, term: nil))
    let pipe = try Pipe()
    #expect(!Terminal.isTerminal(pipe.writing))
    #expect(!Terminal.usesColor(pipe.writing))
  }
}
