import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

@Suite("SystemDisk's locks")
struct DiskLockTests {
  let disk = SystemDisk()
  let folder: TemporaryFolder
  let path: FilePath

  init() throws {
    folder = try TemporaryFolder()
    path = folder.appending("lock")
  }

  @Test("the second lock fails at once without waiting, and succeeds after the first is released")
  func excludes() throws {
    let first = try disk.open(path, .lock)
    let second = try disk.open(path, .lock)
    #expect(try disk.lock(first, wait: .zero))
    #expect(try !disk.lock(second, wait: .zero))
    #expect(try !disk.lock(second, wait: .seconds(-1)))
    disk.unlock(first)
    #expect(try disk.lock(second, wait: .zero))
    #expect(try !disk.lock(first, wait: .zero))
  }

  @Test("a timeout is honoured, and a waiter that gave up does not block others")
  func timesOut() throws {
    let first = try disk.open(path, .lock)
    let second = try disk.open(path, .lock)
    #expect(try disk.lock(first, wait: .zero))
    for _ in 0..<3 {
      let start = ContinuousClock.now
      #expect(try !disk.lock(second, wait: .milliseconds(60)))
      let waited = ContinuousClock.now - start
      #expect(waited >= .milliseconds(60))
    }
    disk.unlock(first)
    #expect(try disk.lock(first, wait: .zero))
    disk.unlock(first)
    #expect(try disk.lock(second, wait: .zero))
  }

  @Test("if the lock is released at the timeout, it is held or not, as reported", .timeLimit(.minutes(10)))
  func timesOutExactly() async throws {
    let first = try disk.open(path, .lock)
    let second = try disk.open(path, .lock)
    let third = try disk.open(path, .lock)
    var random = SeededGenerator(seed: 7)
    for round in 0..<100 {
      #expect(try disk.lock(first, wait: .seconds(600)))
      let waiter = BlockingThread { [disk] in try? disk.lock(second, wait: .milliseconds(2)) }
      usleep(UInt32.random(in: 1_800...2_300, using: &random))
      disk.unlock(first)
      guard let isHeld = await waiter.result else {
        Issue.record("the lock failed in round \(round)")
        return
      }
      #expect(try disk.lock(third, wait: .zero) == !isHeld, "round \(round)")
      disk.unlock(second)
      disk.unlock(third)
    }
  }

  @Test("any wait that a user can enter is accepted", arguments: [Duration.seconds(1e15), .seconds(4_000_000_001)])
  func takesLongWaits(wait: Duration) async throws {
    let first = try disk.open(path, .lock)
    let second = try disk.open(path, .lock)
    #expect(try disk.lock(first, wait: wait))
    let waiter = BlockingThread { [disk] in (try? disk.lock(second, wait: wait)) ?? false }
    try waitUntilLockHasWaiter(at: path)
    disk.unlock(first)
    #expect(await waiter.result)
  }

  @Test("a waiter comes before a holder that locks again at once", .timeLimit(.minutes(10)))
  func isFair() async throws {
    let batch = try disk.open(path, .lock)
    let other = try disk.open(path, .lock)
    for round in 0..<20 {
      #expect(try disk.lock(batch, wait: .seconds(600)))
      let waiter = BlockingThread { [disk] in (try? disk.lock(other, wait: .seconds(600))) ?? false }
      try waitUntilLockHasWaiter(at: path)
      // A holder that has just worked keeps its processor, and without a turnstile wins against a waiter that must wake
      // up first.
      let start = disk.monotonicTime()
      while disk.monotonicTime() - start < .milliseconds(5) {}
      disk.unlock(batch)
      if try disk.lock(batch, wait: .zero) {
        Issue.record("in round \(round) the holder locked again before the waiter")
        disk.unlock(batch)
      }
      #expect(await waiter.result)
      disk.unlock(other)
    }
  }

  @Test("several threads that lock and unlock exclude each other and all get the lock", .timeLimit(.minutes(10)))
  func survivesContention() async throws {
    let inside = ConcurrencyCounter()
    let threads = try (0..<4).map { _ in
      let file = try disk.open(path, .lock)
      return BlockingThread { [disk] in
        var turns = 0
        while turns < 100, (try? disk.lock(file, wait: .seconds(600))) == true {
          inside.enter()
          turns += 1
          inside.leave()
          disk.unlock(file)
        }
        return turns
      }
    }
    for thread in threads { #expect(await thread.result == 100) }
    #expect(inside.most == 1)
  }

  @Test("a lock is released with its file")
  func releasesWithFile() throws {
    var first: OpenFile? = try disk.open(path, .lock)
    let second = try disk.open(path, .lock)
    #expect(try disk.lock(#require(first), wait: .zero))
    #expect(try !disk.lock(second, wait: .zero))
    first = nil
    // Not immediately: a program that another test starts has all files open until exec.
    #expect(try disk.lock(second, wait: .seconds(600)))
  }

  @Test("another program's lock blocks us until it exits")
  func excludesPrograms() async throws {
    let file = try disk.open(path, .lock)
    let (ready, end) = (folder.appending("ready"), folder.appending("end"))
    for pipe in [ready, end] { #expect(mkfifo(pipe.string, 0o600) == 0) }
    let flock = ["flock", path.string, "-c", "echo >\(ready); read word <\(end); kill -9 $PPID"]
    var arguments: [UnsafeMutablePointer<CChar>?] = flock.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    try #require(posix_spawnp(&pid, "flock", nil, nil, &arguments, environ) == 0)
    defer {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    // Opened for both, because opening a pipe for one direction waits for a program that opens it for the other.
    let ends = [ready, end].map { Glibc.open($0.string, O_RDWR | O_CLOEXEC) }
    defer { for end in ends { Glibc.close(end) } }
    var poller = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    try #require(poll(&poller, 1, 600_000) == 1, "the other program did not lock the file within ten minutes")
    #expect(try !disk.lock(file, wait: .zero))
    let waiter = BlockingThread { [disk] in (try? disk.lock(file, wait: .seconds(600))) ?? false }
    try waitUntilLockHasWaiter(at: path)
    #expect(Glibc.write(ends[1], "\n", 1) == 1)
    #expect(await waiter.result)
  }
}
