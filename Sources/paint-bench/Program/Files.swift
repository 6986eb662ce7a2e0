import Glibc

/// The beginning of a text file, up to 4,096 bytes, or nil if it cannot be read.
func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}

/// The size of a file, 0 if it does not exist.
func size(of path: String) -> Int {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : 0
}

/// The total size of a document's files in bytes.
func documentBytes(_ document: String) -> Int {
  [document, document + "/packs"].reduce(0) { sum, folder in
    sum + names(in: folder).reduce(0) { $0 + size(of: folder + "/" + $1) }
  }
}

/// The names of the files in a folder, without hidden files.
private func names(in folder: String) -> [String] {
  guard let listing = opendir(folder) else { return [] }
  defer { closedir(listing) }
  var names: [String] = []
  while let entry = readdir(listing) {
    let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !isFolder && !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
