import PaintTestSupport
import Testing

/// Only runs optimised, because the unoptimised demo takes twenty seconds.
@Suite("Demo", .enabled(if: isOptimised, "this build is not optimised; make test runs it in one that is"))
struct DemoTests {
  @Test("the demo draws the picture that the README shows, pixel by pixel")
  func demo() throws {
    let folder = try TemporaryFolder()
    let fixtures = ShellScript.project.appending("Fixtures")
    let outcome = try ShellScript.run(
      """
      '\(fixtures)/demo/demo.sh' "$(command -v paint)" demo >&2
      paint new exported.paint --from demo/cat.png -q
      paint new kept.paint --from '\(fixtures)/demo/demo.png' -q
      for document in demo/cat.paint exported.paint kept.paint; do
        paint status -d $document --json | grep -o '"fingerprint":"[0-9a-f]*"'
      done
      """, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let fingerprints = outcome.output.split(separator: "\n")
    #expect(fingerprints.count == 3)
    #expect(
      Set(fingerprints).count == 1,
      "Fixtures/demo/demo.png is not what the demo draws: look at both, then run make demo-picture")
  }
}
