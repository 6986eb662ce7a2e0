import Testing

@testable import PaintFormats

@Suite("Packets of XMP") struct XMPPacketTests {
  private static let tiff = "xmlns:tiff='http://ns.adobe.com/tiff/1.0/'"

  private func packet(_ text: String) -> XMPPacket { XMPPacket(Array(text.utf8)) }
  private func text(_ packet: XMPPacket) -> String { String(decoding: packet.bytes, as: UTF8.self) }

  @Test(
    "the orientation is found and set as an attribute, as an element, and with any prefix of its namespace",
    arguments: [
      ("<r tiff:Orientation=\"6\" a='8'/>", "<r tiff:Orientation=\"1\" a='8'/>"),
      ("<r \(tiff) tiff:Orientation = ' 6 '/>", "<r \(tiff) tiff:Orientation = ' 1 '/>"),
      ("<r><tiff:Orientation>\n 6\n</tiff:Orientation></r>", "<r><tiff:Orientation>\n 1\n</tiff:Orientation></r>"),
      (
        "<r xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='6'/>",
        "<r xmlns:t='http://ns.adobe.com/tiff/1.0/' t:Orientation='1'/>"
      ),
    ])
  func orientation(turned: String, upright: String) {
    var found = packet(turned)
    #expect(found.orientation == .right)
    found.setOrientation(.upright)
    #expect(text(found) == upright)
  }

  @Test(
    "what is no property states no orientation",
    arguments: [
      "", "tiff:Orientation='6'", "<!-- <r tiff:Orientation='6'/> -->", "<?r tiff:Orientation='6'?>",
      "<r a='tiff:Orientation=6'/>", "<r tiff:Orientation='9'/>", "<r tiff:Orientation='60'/>",
      "<r xmlns:tiff='other' tiff:Orientation='6'/>", "<r><tiff:Orientation/></r>", "<r tiff:Orientation='6",
    ])
  func none(text: String) {
    var found = packet(text)
    #expect(found.orientation == nil)
    found.setOrientation(.upright)
    #expect(self.text(found) == text)
  }

  @Test("properties are removed with what is in them, and nothing else")
  func removed() {
    var found = packet(
      "<a hdrgm:Version='1.0' b='2'><hdrgm:X>1</hdrgm:X><c/><Container:Directory><d><Container:Item "
        + "Item:Mime='x'/></d></Container:Directory><GCamera:MotionPhoto>1</GCamera:MotionPhoto></a>")
    #expect(found.hasAny(of: XMPPacket.Property.gainMap) && found.hasAny(of: XMPPacket.Property.motion))
    found.remove(XMPPacket.Property.gainMap + XMPPacket.Property.motion + XMPPacket.Property.container)
    #expect(text(found) == "<a b='2'><c/></a>")
  }

  @Test("a packet takes the descriptions of another one, with their namespaces")
  func merged() throws {
    let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
    let first = packet("<x><rdf:RDF \(rdf)><rdf:Description a='1'/></rdf:RDF></x>")
    let second = "<y xmlns:q='u'><rdf:RDF \(rdf)>\n<rdf:Description><q:s/></rdf:Description></rdf:RDF></y>"
    let merged = try #require(first.merged(with: Array(second.utf8)))
    #expect(
      text(merged)
        == "<x><rdf:RDF \(rdf)><rdf:Description a='1'/>\n<rdf:Description xmlns:q='u'><q:s/></rdf:Description></rdf:RDF></x>"
    )
    #expect(first.merged(with: Array("no RDF".utf8)) == nil && packet("<x/>").merged(with: Array(second.utf8)) == nil)
  }

  @Test("cut packets never trap")
  func cut() {
    let whole = Array("<?p?><!-- c --><a tiff:Orientation = '6' hdrgm:V='1'><hdrgm:X>1</hdrgm:X></a>".utf8)
    for count in 0...whole.count {
      var found = XMPPacket(Array(whole.prefix(count)))
      found.setOrientation(.upright)
      found.remove(XMPPacket.Property.gainMap)
      _ = found.merged(with: found.bytes)
    }
  }

  @Test("the digest has the values of RFC 1321")
  func digest() {
    // Appendix A.5.
    for (text, digest) in [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ] {
      let digits = MD5.digest(of: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      #expect(digits.joined() == digest)
    }
  }
}
