/// The starts of the runs of one bidirectional class (Unicode 15, DerivedBidiClass), without marks.
///
/// Unassigned characters have the class of the run that they are in.
enum BidiClassTable {
  /// Nonspacing marks by their general category, but letters for this algorithm: vowel signs of Kannada and Zanabazar
  /// Square, and the virama of Bhaiksuki.
  static let marksAsLetters: Set<UInt32> = [0xcbf, 0xcc6, 0x11a07, 0x11a08, 0x11c3f]

  /// The class of the last run that begins at or before the code point.
  static func `class`(of code: UInt32) -> BidiClass {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].code <= code { low = middle } else { high = middle }
    }
    return starts[low].class
  }

  private static let starts: [(code: UInt32, class: BidiClass)] = {
    text.split(whereSeparator: \.isWhitespace).compactMap { entry in
      let parts = entry.split(separator: ":")
      guard parts.count == 2, let `class` = names[parts[0]], let code = UInt32(parts[1], radix: 16) else { return nil }
      return (code, `class`)
    }
  }()

  private static let names: [Substring: BidiClass] = [
    "l": .l, "r": .r, "al": .al, "en": .en, "es": .es, "et": .et, "an": .an, "cs": .cs, "bn": .bn, "b": .b, "s": .s,
    "ws": .ws, "on": .on, "lre": .lre, "lro": .lro, "rle": .rle, "rlo": .rlo, "pdf": .pdf, "lri": .lri, "rli": .rli,
    "fsi": .fsi, "pdi": .pdi,
  ]

  private static let text = """
    bn:0 s:9 b:a s:b ws:c b:d bn:e b:1c s:1f ws:20 on:21 et:23 on:26 es:2b cs:2c es:2d cs:2e en:30 cs:3a on:3b l:41
    on:5b l:61 on:7b bn:7f b:85 bn:86 cs:a0 on:a1 et:a2 on:a6 l:aa on:ab bn:ad on:ae et:b0 en:b2 on:b4 l:b5 on:b6 en:b9
    l:ba on:bb l:c0 on:d7 l:d8 on:f7 l:f8 on:2b9 l:2bb on:2c2 l:2d0 on:2d2 l:2e0 on:2e5 l:2ee on:2ef l:370 on:374 l:376
    on:37e l:37f on:384 l:386 on:387 l:388 on:3f6 l:3f7 on:58a et:58f r:590 an:600 on:606 al:608 et:609 al:60b cs:60c
    al:60d on:60e al:61b an:660 et:66a an:66b al:66d an:6dd on:6de al:6e5 on:6e9 al:6ee en:6f0 al:6fa r:7c0 on:7f6
    r:7fa al:860 an:890 al:892 an:8e2 l:903 et:9f2 l:9f4 et:9fb l:9fc et:af1 l:af9 on:bf3 et:bf9 on:bfa l:c01 on:c78
    l:c7f et:e3f l:e40 on:f3a l:f3e on:1390 l:13a0 on:1400 l:1401 ws:1680 l:1681 on:169b l:16a0 et:17db l:17dc on:17f0
    bn:180e l:1810 on:1940 l:1946 on:19de l:1a00 on:1fbd l:1fbe on:1fbf l:1fc2 on:1fcd l:1fd0 on:1fdd l:1fe0 on:1fed
    l:1ff2 on:1ffd ws:2000 bn:200b l:200e r:200f on:2010 ws:2028 b:2029 lre:202a rle:202b pdf:202c lro:202d rlo:202e
    cs:202f et:2030 on:2035 cs:2044 on:2045 ws:205f bn:2060 lri:2066 rli:2067 fsi:2068 pdi:2069 bn:206a en:2070 l:2071
    en:2074 es:207a on:207c l:207f en:2080 es:208a on:208c l:2090 et:20a0 on:2100 l:2102 on:2103 l:2107 on:2108 l:210a
    on:2114 l:2115 on:2116 l:2119 on:211e l:2124 on:2125 l:2126 on:2127 l:2128 on:2129 l:212a et:212e l:212f on:213a
    l:213c on:2140 l:2145 on:214a l:214e on:2150 l:2160 on:2189 es:2212 et:2213 on:2214 l:2336 on:237b l:2395 on:2396
    en:2488 l:249c on:24ea l:26ac on:26ad l:2800 on:2900 l:2c00 on:2ce5 l:2ceb on:2cf9 l:2d00 on:2e00 ws:3000 on:3001
    l:3005 on:3008 l:3021 on:3030 l:3031 on:3036 l:3038 on:303d l:3041 on:309b l:309d on:30a0 l:30a1 on:30fb l:30fc
    on:31c0 l:31f0 on:321d l:3220 on:3250 l:3260 on:327c l:327f on:32b1 l:32c0 on:32cc l:32d0 on:3377 l:337b on:33de
    l:33e0 on:33ff l:3400 on:4dc0 l:4e00 on:a490 l:a4d0 on:a60d l:a610 on:a673 l:a680 on:a700 l:a722 on:a788 l:a789
    on:a828 l:a830 et:a838 l:a840 on:a874 l:a880 on:ab6a l:ab70 r:fb1d es:fb29 r:fb2a al:fb50 on:fd3e al:fd50 on:fdcf
    bn:fdd0 al:fdf0 on:fdfd cs:fe50 on:fe51 cs:fe52 on:fe54 cs:fe55 on:fe56 et:fe5f on:fe60 es:fe62 on:fe64 et:fe69
    on:fe6b al:fe70 bn:feff on:ff01 et:ff03 on:ff06 es:ff0b cs:ff0c es:ff0d cs:ff0e en:ff10 cs:ff1a on:ff1b l:ff21
    on:ff3b l:ff41 on:ff5b l:ff66 et:ffe0 on:ffe2 et:ffe5 on:ffe8 bn:fff0 on:fff9 bn:fffe l:10000 on:10101 l:10102
    on:10140 l:1018d on:10190 l:101d0 en:102e1 l:10300 r:10800 on:1091f r:10920 on:10b39 r:10b40 al:10d00 an:10d30
    al:10d3a r:10d40 an:10e60 r:10e7f al:10ec0 r:10f00 al:10f30 r:10f70 l:11000 on:11052 l:11066 on:11660 l:11680
    on:11fd5 et:11fdd on:11fe1 l:11fff on:16fe2 l:16fe3 bn:1bca0 l:1cf50 bn:1d173 l:1d183 on:1d1e9 l:1d2c0 on:1d300
    l:1d360 on:1d6db l:1d6dc on:1d715 l:1d716 on:1d74f l:1d750 on:1d789 l:1d78a on:1d7c3 l:1d7c4 en:1d7ce l:1d800
    et:1e2ff l:1e300 r:1e800 al:1ec70 r:1ecc0 al:1ed00 r:1ed50 al:1ee00 on:1eef0 al:1eef2 r:1ef00 on:1f000 en:1f100
    on:1f10b l:1f110 on:1f12f l:1f130 on:1f16a l:1f170 on:1f1ad l:1f1e6 on:1f260 en:1fbf0 bn:1fffe l:20000 bn:2fffe
    l:30000 bn:3fffe l:f0000 bn:ffffe l:100000 bn:10fffe
    """
}
