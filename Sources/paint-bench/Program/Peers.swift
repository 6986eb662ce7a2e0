/// The times of other libraries for the same work, through their Python packages; nil if a package is not installed.
enum Peers {
  /// The seconds that Skia takes to draw a script: one thread, only drawing, best of three.
  static func skia(script: String, width: Int, height: Int, folder: String) -> Double? {
    let output = folder + "/skia.txt"
    let words = ["python3", "-c", skiaProgram, script, "\(width)", "\(height)"]
    guard let child = Child.run(words, output: output), child.exitCode == 0 else { return nil }
    return contents(of: output).flatMap { Double($0.prefix { $0 != "\n" }) }
  }

  /// The seconds that Pillow takes to read a picture, draw one stroke and write it, from process start to exit.
  static func pillow(picture: String, folder: String) -> Double? {
    let words = ["python3", "-c", pillowProgram, picture, folder + "/pillow.png"]
    guard let child = Child.run(words), child.exitCode == 0 else { return nil }
    return child.seconds
  }

  private static let pillowProgram = """
    import sys
    from PIL import Image, ImageDraw
    picture = Image.open(sys.argv[1])
    ImageDraw.Draw(picture).line([(800, 400), (1000, 600), (850, 590), (990, 410)], fill='crimson', width=8)
    picture.save(sys.argv[2])
    """

  private static let skiaProgram = """
    import shlex, sys, time
    import skia
    script, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    jobs = []
    for line in open(script):
        words = shlex.split(line)
        path = skia.Path()
        for at, point in enumerate(words[2:-4]):
            x, y = map(float, point.split(','))
            path.moveTo(x, y) if at == 0 else path.lineTo(x, y)
        paint = skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=float(words[-3]),
            StrokeCap=skia.Paint.kRound_Cap, StrokeJoin=skia.Paint.kRound_Join,
            Color=0xFF000000 | int(words[-1], 16))
        jobs.append((path, paint))
    def draw():
        canvas = skia.Surface(width, height).getCanvas()
        start = time.perf_counter()
        for path, paint in jobs:
            canvas.drawPath(path, paint)
        return time.perf_counter() - start
    print(min(draw() for _ in range(3)))
    """
}
