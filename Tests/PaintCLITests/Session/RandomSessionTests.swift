import Glibc
import Testing

/// Long random sessions of the built program compared with a simple model in memory.
@Suite("Contract: random sessions")
struct RandomSessionTests {
  private static func variable(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

  @Test("random operations give the same pictures, history and answers as a simple model")
  func session() throws {
    let seed = Self.variable("PAINT_SESSION_SEED") ?? UInt64.random(in: 1..<1_000_000_000)
    let steps = Int(Self.variable("PAINT_SESSION_STEPS") ?? 500)
    print("session: PAINT_SESSION_SEED=\(seed) PAINT_SESSION_STEPS=\(steps)")
    let session = try SessionRun(seed: seed)
    try session.run(steps: steps)
    print(
      "session: \(session.count) lines, \(session.paint.document.revisions.count) revisions, all as the model has it")
  }
}
