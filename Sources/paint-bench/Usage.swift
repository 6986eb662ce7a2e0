import Glibc

/// The text of `--help`.
let usage = """
  usage: paint-bench draw SCRIPT --size WxH [--out FILE.png]
         paint-bench library FOLDER
         paint-bench program PAINT PHOTOGRAPHS FOLDER
         paint-bench inflate PACK …

  draw      Draws the strokes of a batch script with the library alone: no document, no history, one thread, a
            transparent canvas in memory. Prints the milliseconds of the best of three runs, the microseconds per
            stroke, and the fingerprint, which is that of a new document of this size after `paint batch SCRIPT`.
            Reading the script and writing FILE.png are not timed. Each run has a separate canvas, which is blank
            when the clock starts. Its tiles get their memory while they are drawn on, from memory that the process
            has allocated before: as much as a canvas needs if every tile is drawn on.
            SCRIPT can be - for standard input. It may only contain strokes and set lines; a bad line ends it with
            exit 65, as in paint batch.
  library   Measures the library alone, on one thread and with canvases like those of draw: three sets of strokes,
            each primitive, the memory bandwidth as the limit, long and dense strokes, and the time until a waiting
            writer gets a lock. If Skia (skia-python), Cairo (pycairo), OpenCV and Pillow are installed for python3,
            they do the same work in turns, on one thread. Their canvases are cleared and their paths made before
            the clock starts; their times include the calls from Python. Pillow does not antialias, and Pillow and
            OpenCV only support whole widths. FOLDER is for temporary files.
  program   Measures the program PAINT from outside, as a shell runs it. PHOTOGRAPHS is the folder with the
            photographs from which large pictures are composed, FOLDER an empty one for temporary files.
  inflate   Inflates all tiles of the packs (the PNG files in a document's folder packs) with the library's own
            inflater, zlib, and libdeflate if libdeflate-dev was installed at build time, in turns on one thread.
  """

/// Ends this program with a message, and a hint if there is one.
func fail(_ message: String, hint: String? = nil, exitCode: Int32 = 1) -> Never {
  let text = "paint-bench: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? "")
  fflush(nil)
  _ = write(STDERR_FILENO, text, text.utf8.count)
  exit(exitCode)
}
