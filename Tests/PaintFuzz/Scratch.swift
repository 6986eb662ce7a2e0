import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage

/// The folder in memory for targets that need files; it is the current folder of the program.
enum Scratch {
  /// Its path.
  static let folder: FilePath = {
    let parent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/paint-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder to work in") }
    let path = FilePath(platformString: template)
    atexit { try? SystemDisk().removeTree(Scratch.folder) }
    return path
  }()

  /// The object that keeps the folder.
  static var options: History.Options {
    var options = History.Options()
    options.temporaryFolder = folder
    return options
  }

  /// Changes the current folder to it, if the program only fuzzes.
  static func enter() { if isAlone { chdir(folder.string) } }

  /// Whether this program only fuzzes, so that its current folder may change.
  nonisolated(unsafe) static var isAlone = false
}
