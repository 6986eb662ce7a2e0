// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in every target, and Swift 6's data-race checks are on by the tools version.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
/// Strict memory safety too: each use of unsafe code must be marked.
let fenced: [SwiftSetting] = strict + [.strictMemorySafety()]
/// For tests: without optimisation they compile in half of the time.
///
/// Oracles that compute much are in PaintTestSupport, which is optimised. A job of its own for the module's interface
/// would expand all macros once more.
let quicklyCompiled: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
]

/// For the C that calls libraries which it loads: their headers, without linking them, and no call that does not match.
///
/// A `pkgConfig` of FreeType would link it, and every start of the program would load it. Its headers include each other as
/// if from this folder, which is the same in all distributions of Linux; those of HarfBuzz and fontconfig need no flag.
let loadedLibraries: [CSetting] = [
  .treatAllWarnings(as: .error), .unsafeFlags(["-isystem", "/usr/include/freetype2"]),
]

let package = Package(
  name: "paint",
  products: [
    .executable(name: "paint", targets: ["paint"]),
    .executable(name: "paint-bench", targets: ["paint-bench"]),
    .executable(name: "paint-pages", targets: ["paint-pages"]),
    .library(name: "PaintRaster", targets: ["PaintRaster"]),
    .library(name: "PaintFilters", targets: ["PaintFilters"]),
    .library(name: "PaintText", targets: ["PaintText"]),
    .library(name: "PaintPNG", targets: ["PaintPNG"]),
    .library(name: "PaintFormats", targets: ["PaintFormats"]),
    .library(name: "PaintHistory", targets: ["PaintHistory"]),
    .library(name: "PaintEditing", targets: ["PaintEditing"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0")
  ],
  targets: [
    // The system's C libraries.
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev", "zlib1g-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPNG", dependencies: ["CLibPNG"], linkerSettings: [.linkedLibrary("z")]),
    // The system calls behind PaintHistory's one door to the disk, and SQLite's own through the same door.
    .target(name: "CDisk", dependencies: ["CSQLite"]),
    // What a process does: its words for Swift's library, its signals, and its temporary items, which they remove.
    .target(name: "CProcess", cSettings: [.treatAllWarnings(as: .error)]),
    // Libraries that are loaded while the program runs: HarfBuzz, FreeType and fontconfig only where a text is set, and
    // those of picture formats only where a picture of the format is opened.
    .target(name: "CLibraries", cSettings: loadedLibraries),

    // The processor's hint for memory that is needed soon.
    .target(name: "CProcessor"),

    // From the pixels up; a part knows nothing of those below it in this list.
    // libm has `sqrt`, `floor` and their kin; a program that imports no C library would lack it.
    .target(
      name: "PaintRaster", dependencies: ["CProcessor"], swiftSettings: fenced, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "PaintFilters", dependencies: ["PaintRaster"], swiftSettings: fenced),
    .target(name: "PaintText", dependencies: ["PaintRaster", "CLibraries"], swiftSettings: fenced),
    .target(
      name: "PaintPNG",
      dependencies: [
        "PaintRaster", "CPNG", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: fenced),
    .target(
      name: "PaintFormats", dependencies: ["PaintRaster", "PaintPNG", "CPNG", "CLibraries"],
      swiftSettings: fenced),
    .target(
      name: "PaintHistory",
      dependencies: [
        "PaintRaster", "PaintPNG", "CSQLite", "CDisk",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: fenced),
    .target(
      name: "PaintEditing",
      dependencies: ["PaintRaster", "PaintFilters", "PaintPNG", "PaintFormats", "PaintHistory"],
      swiftSettings: fenced),
    // Pictures on terminals: their protocols, layout and grid.
    .target(name: "PaintTerminal", dependencies: ["PaintRaster", "PaintPNG", "PaintFormats"], swiftSettings: fenced),
    .target(
      name: "PaintCLI",
      dependencies: [
        "PaintRaster", "PaintTerminal", "PaintText", "PaintFilters", "PaintPNG", "PaintFormats", "PaintHistory",
        "PaintEditing",
        "CProcess",
      ],
      swiftSettings: fenced),
    .executableTarget(name: "paint", dependencies: ["PaintCLI"], swiftSettings: strict),
    // Writes the manual pages from the tables of PaintCLI; not a part of the program.
    .executableTarget(
      name: "paint-pages", dependencies: ["PaintCLI", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: strict),
    // libdeflate, for paint-bench alone.
    .target(name: "CLibDeflate", cSettings: [.treatAllWarnings(as: .error)]),
    // Measures the library, and the program from outside.
    .executableTarget(
      name: "paint-bench",
      dependencies: ["PaintRaster", "PaintPNG", "PaintHistory", "PaintEditing", "PaintCLI", "CPNG", "CLibDeflate"],
      swiftSettings: strict),

    // What tests of several parts share: failing disks, seeds, folders, and a killer of whole programs.
    .target(name: "CKiller", path: "Tests/CKiller"),
    .target(name: "CSpawner", path: "Tests/CSpawner"),
    .target(
      name: "PaintTestSupport",
      dependencies: [
        "PaintRaster", "PaintHistory", "PaintEditing", "CKiller",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/PaintTestSupport",
      swiftSettings: strict),

    .testTarget(
      name: "PaintRasterTests", dependencies: ["PaintRaster", "PaintText", "PaintTestSupport", "CProcessor"],
      swiftSettings: strict),
    .testTarget(
      name: "PaintFiltersTests",
      dependencies: [
        "PaintFilters", "PaintRaster", "PaintPNG", "PaintTestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict),
    .target(name: "CTextOracle", path: "Tests/CTextOracle", cSettings: loadedLibraries),
    .testTarget(
      name: "PaintTextTests", dependencies: ["PaintText", "PaintRaster", "PaintTestSupport", "CTextOracle"],
      swiftSettings: strict + quicklyCompiled),
    .testTarget(
      name: "PaintPNGTests", dependencies: ["PaintPNG", "CPNG", "PaintTestSupport"],
      swiftSettings: strict + quicklyCompiled),
    .testTarget(
      name: "PaintFormatsTests",
      dependencies: ["PaintFormats", "PaintPNG", "PaintRaster", "CLibraries", "PaintTestSupport"],
      swiftSettings: strict + quicklyCompiled),
    .testTarget(
      name: "PaintHistoryTests",
      dependencies: [
        "PaintRaster", "PaintPNG", "PaintHistory", "PaintTestSupport", "CSQLite",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict + quicklyCompiled),
    .testTarget(
      name: "PaintEditingTests",
      dependencies: [
        "PaintRaster", "PaintFilters", "PaintPNG", "PaintFormats", "PaintHistory", "PaintEditing",
        "PaintTestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict + quicklyCompiled),
    .testTarget(
      name: "PaintCLITests",
      dependencies: [
        "PaintCLI", "PaintTerminal", "PaintEditing", "PaintFilters", "PaintFormats", "PaintHistory", "paint",
        "paint-bench",
        "paint-pages", "PaintPNG",
        "PaintRaster", "PaintTestSupport",
        "CSpawner", "CPNG",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: strict + quicklyCompiled),
  ]
)

// Fuzz targets are a test suite that runs their seeds; for `make fuzz` the same sources are a program with libFuzzer in
// it, which no other build needs.
let fuzzed: [Target.Dependency] = [
  "CPNG", "PaintRaster", "PaintText", "PaintPNG", "PaintFormats", "PaintHistory", "PaintEditing", "PaintCLI", "CSQLite",
  "PaintTestSupport", "CSpawner",
  .product(name: "SystemPackage", package: "swift-system"),
]
if Context.environment["PAINT_FUZZ"] == nil {
  package.targets.append(
    .testTarget(
      name: "PaintFuzzTests", dependencies: fuzzed, path: "Tests/PaintFuzz", exclude: ["main.swift"],
      swiftSettings: strict + quicklyCompiled))
} else {
  package.targets.append(.target(name: "CFuzzer", path: "Tests/CFuzzer"))
  package.targets.append(
    .executableTarget(
      name: "paint-fuzz", dependencies: fuzzed + ["CFuzzer"], path: "Tests/PaintFuzz", exclude: ["SeedTests.swift"],
      swiftSettings: strict))
}

// Some test modules take minutes to compile. A run that does not need them names them here, separated by `|`.
let unused = (Context.environment["PAINT_WITHOUT"] ?? "").split(separator: "|")
package.targets.removeAll { unused.contains($0.name[...]) }
