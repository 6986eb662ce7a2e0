import PaintHistory
import SystemPackage

extension Disk {
  /// The bytes of a whole file.
  public func contents(of path: FilePath) throws(DiskError) -> [UInt8] {
    let file = try open(path, .read)
    var bytes = [UInt8](repeating: 0, count: Int(try status(of: file).size))
    var failure: DiskError?
    let count = bytes.withUnsafeMutableBytes { buffer in
      do throws(DiskError) {
        return try read(file, at: 0, into: buffer)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(bytes[..<count])
  }
}
