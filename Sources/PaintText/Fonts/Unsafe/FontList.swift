// Unsafe: names are in fontconfig's memory, and are copied here.
import CLibraries

/// A list of fonts from fontconfig.
@safe final class FontList {
  private let handle: OpaquePointer

  private init(_ handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  /// All fonts, sorted by how well they match a family with properties such as `:bold`.
  ///
  /// Throws `.unknownFont` for properties that fontconfig cannot read, `.outOfMemory` without properties.
  convenience init(nearestTo family: String, properties: String?) throws(TextError) {
    try TextLibraries.loadFontconfig()
    guard let list = unsafe ctl_list_nearest(family, properties) else {
      if properties == nil { throw .outOfMemory }
      throw .unknownFont(name: family + (properties ?? ""), families: [], substitute: nil)
    }
    unsafe self.init(list)
  }

  /// All installed fonts, with their names.
  static func all() throws(TextError) -> FontList {
    try TextLibraries.loadFontconfig()
    guard let list = unsafe ctl_list_all() else { throw .outOfMemory }
    return unsafe FontList(list)
  }

  deinit { unsafe ctl_list_free(handle) }

  var count: Int { unsafe Int(ctl_list_count(handle)) }

  /// The fonts that can be used: HarfBuzz places no glyphs of Type 1 and bitmap fonts.
  var usable: [Int] {
    (0..<count).filter { font in value(font, "fontformat", 0).map { ["TrueType", "CFF"].contains($0) } ?? true }
  }

  /// The path of a font; nil if it has no file.
  func path(of font: Int) -> String? { value(font, "file", 0) }

  /// The index of the face in its file.
  func face(of font: Int) -> UInt32 { unsafe ctl_list_face(handle, CInt(font)) }

  /// A property that is a whole number, such as `weight`; nil if the font has no such number.
  func number(of font: Int, _ property: String) -> Int? {
    var number: CInt = 0
    return unsafe ctl_list_number(handle, CInt(font), property, &number) != 0 ? Int(number) : nil
  }

  /// Whether fontconfig finds a font by a property such as `lang=ja`.
  func fits(_ font: Int, _ property: String) -> Bool { unsafe ctl_list_fits(handle, CInt(font), ":" + property) != 0 }

  /// How a font is changed for the properties that were asked for.
  func synthesis(of font: Int) -> FontSynthesis { unsafe FontSynthesis(ctl_list_synthesis(handle, CInt(font))) }

  /// All values of a property of a font, such as its names in several languages.
  func values(of font: Int, _ property: String) -> [String] {
    var values: [String] = []
    while let value = value(font, property, values.count) { values.append(value) }
    return values
  }

  /// Whether a font of a sorted list has a character.
  func has(_ scalar: Unicode.Scalar, in font: Int) -> Bool {
    unsafe ctl_list_has(handle, CInt(font), scalar.value) != 0
  }

  private func value(_ font: Int, _ property: String, _ n: Int) -> String? {
    unsafe ctl_list_text(handle, CInt(font), property, CInt(n)).map { unsafe String(cString: $0) }
  }
}
