import PaintHistory
import SystemPackage
import Testing

@Suite("DiskError")
struct DiskErrorTests {
  @Test(
    "an error is described by one sentence",
    arguments: [
      (
        DiskError(.write, "packs/0000000042.png", errno: .noSpace),
        "cannot write packs/0000000042.png: no space left on device"
      ),
      (DiskError(.create, "a.png", errno: .fileExists), "cannot create a.png: file exists"),
      (DiskError(.open, "a", errno: .permissionDenied), "cannot open a: permission denied"),
      (DiskError(.sync, "a", errno: .ioError), "cannot sync a: input/output error"),
      (DiskError(.rename, "a", to: "b", errno: .fileExists), "cannot rename a to b: file exists"),
      (DiskError(.exchange, "a", to: "b", errno: .invalidArgument), "cannot exchange a with b: invalid argument"),
      (DiskError(.createFolder, "a", errno: .readOnlyFileSystem), "cannot create folder a: read-only file system"),
      (DiskError(.readStatus, "a", errno: .permissionDenied), "cannot look at a: permission denied"),
      (DiskError(.lock, "lock", errno: .tooManySymbolicLinkLevels), "cannot lock lock: it is a symbolic link"),
    ] as [(DiskError, String)])
  func message(error: DiskError, words: String) {
    #expect(error.message == words)
    #expect("\(error)" == words)
  }
}
