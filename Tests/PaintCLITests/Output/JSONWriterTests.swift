import SystemPackage
import Testing

@testable import PaintCLI

@Suite("JSONWriter") struct JSONWriterTests {
  @Test("a path that is not UTF-8 is also there byte for byte")
  func paths() {
    var json = JSONWriter()
    json.beginObject()
    json.field("file", FilePath("ü/a.png"))
    json.field("input", FilePath(bytes: [0x63, 0xe9, 0x0a, 0x2e, 0xff]))
    json.field("none", nil as FilePath?)
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    let input = #""input":"c\#u{fffd}\n.\#u{fffd}","input_bytes":"63e90a2eff""#
    #expect(text == #"{"file":"ü/a.png",\#(input),"none":null}"#)
  }

  @Test("writes commas between elements only")
  func structure() {
    var json = JSONWriter()
    json.beginObject()
    json.field("revision", 42)
    json.field("name", "Pencil")
    json.field("changed", true)
    json.key("bounds")
    json.beginArray()
    for number in [14, 9, 80, 33] { json.value(number) }
    json.endArray()
    json.key("warnings")
    json.beginArray()
    json.endArray()
    json.field("ratio", 0.5)
    json.field("redo_name", nil as String?)
    json.field("limit", nil as Int?)
    json.endObject()
    json.endLine()
    json.beginObject()
    json.endObject()
    let text = String(decoding: json.bytes, as: UTF8.self)
    let expected =
      #"{"revision":42,"name":"Pencil","changed":true,"bounds":[14,9,80,33],"warnings":[],"ratio":0.5,"#
      + #""redo_name":null,"limit":null}"#
    #expect(text == expected + "\n{}")
  }

  @Test("escapes characters that JSON cannot contain")
  func escapes() {
    var json = JSONWriter()
    json.value("a\"b\\c\n\r\t\u{0}\u{1f}\u{7f}é名😀/")
    let text = String(decoding: json.bytes, as: UTF8.self)
    #expect(text == #""a\"b\\c\n\r\t\u0000\u001f\u007fé名😀/""#)
  }

  @Test("numbers that are not finite are null")
  func notFinite() {
    var json = JSONWriter()
    json.beginArray()
    for number in [Double.nan, .infinity, 1.5, -0.0, 1e300] { json.value(number) }
    json.endArray()
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[null,null,1.5,0,1e300]")
  }
}
