/// The Python program that draws workloads with the library named by its argument: one thread, only drawing is timed.
///
/// Paths and paints are made before the clock starts if the library has such objects, and the canvas is cleared, so
/// that its memory is allocated. OpenCV and Pillow take only integer widths, and Pillow does not antialias; neither
/// blends, so they skip translucent workloads.
let peerProgram = #"""
  import sys
  from time import perf_counter as now

  def read(path):
      lines = open(path).read().splitlines()
      strokes = []
      for line in lines[1:]:
          shape, width, color, *numbers = line.split()
          numbers = list(map(float, numbers))
          color = None if color == 'erase' else tuple(bytes.fromhex(color))
          strokes.append((shape, float(width), color, list(zip(numbers[::2], numbers[1::2]))))
      return *map(int, lines[0].split()), strokes

  def opaque(strokes):
      return all(color is None or color[3] == 255 for _, _, color, _ in strokes)

  def make_skia():
      import skia
      def load(width, height, strokes):
          jobs = []
          for shape, line, color, points in strokes:
              paint = skia.Paint(AntiAlias=True)
              if line:
                  paint.setStyle(skia.Paint.kStroke_Style)
                  paint.setStrokeWidth(line)
                  paint.setStrokeCap(skia.Paint.kRound_Cap)
                  paint.setStrokeJoin(skia.Paint.kMiter_Join if shape == 'rect' else skia.Paint.kRound_Join)
              if color is None: paint.setBlendMode(skia.BlendMode.kClear)
              else: paint.setColor(skia.Color(*color))
              path = skia.Path()
              if shape == 'rect': path.addRect(skia.Rect.MakeLTRB(*points[0], *points[1]))
              elif shape == 'ellipse': path.addOval(skia.Rect.MakeLTRB(*points[0], *points[1]))
              else: path.addPoly([skia.Point(*point) for point in points], shape == 'closed')
              jobs.append((path, paint))
          def draw():
              surface = skia.Surface(width, height)
              canvas = surface.getCanvas()
              canvas.clear(0)
              start = now()
              for path, paint in jobs: canvas.drawPath(path, paint)
              return now() - start
          return draw
      return load

  def make_cairo():
      import cairo
      def load(width, height, strokes):
          def draw():
              surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
              context = cairo.Context(surface)
              context.set_operator(cairo.OPERATOR_CLEAR)
              context.paint()
              context.set_line_cap(cairo.LINE_CAP_ROUND)
              start = now()
              for shape, line, color, points in strokes:
                  if color is None: context.set_operator(cairo.OPERATOR_CLEAR)
                  else:
                      context.set_operator(cairo.OPERATOR_OVER)
                      context.set_source_rgba(*[sample / 255 for sample in color])
                  if shape == 'rect':
                      (left, top), (right, bottom) = points
                      context.rectangle(left, top, right - left, bottom - top)
                  elif shape == 'ellipse':
                      (left, top), (right, bottom) = points
                      context.save()
                      context.translate((left + right) / 2, (top + bottom) / 2)
                      context.scale((right - left) / 2, (bottom - top) / 2)
                      context.new_sub_path()
                      context.arc(0, 0, 1, 0, 6.283185307179586)
                      context.restore()
                  else:
                      context.move_to(*points[0])
                      for point in points[1:]: context.line_to(*point)
                      if shape == 'closed': context.close_path()
                  if line:
                      context.set_line_width(line)
                      context.set_line_join(cairo.LINE_JOIN_MITER if shape == 'rect' else cairo.LINE_JOIN_ROUND)
                      context.stroke()
                  else: context.fill()
              surface.flush()
              return now() - start
          return draw
      return load

  def make_pillow():
      from PIL import Image, ImageDraw
      def load(width, height, strokes):
          if not opaque(strokes): return None
          def draw():
              canvas = ImageDraw.Draw(Image.new('RGBA', (width, height)))
              start = now()
              for shape, line, color, points in strokes:
                  color = color or (0, 0, 0, 0)
                  kind = dict(outline=color, width=round(line)) if line else dict(fill=color)
                  if shape == 'open': canvas.line(points, fill=color, width=round(line), joint='curve')
                  elif shape == 'rect': canvas.rectangle(points, **kind)
                  elif shape == 'ellipse': canvas.ellipse(points, **kind)
                  else: canvas.polygon(points, **kind)
              return now() - start
          return draw
      return load

  def make_opencv():
      import cv2, numpy
      cv2.setNumThreads(1)
      def load(width, height, strokes):
          if not opaque(strokes): return None
          jobs = []
          for shape, line, color, points in strokes:
              color = (color[2], color[1], color[0], 255) if color else (0, 0, 0, 0)
              jobs.append((shape, max(1, round(line)) if line else -1, color, (numpy.array(points) * 16).astype(numpy.int32)))
          def draw():
              canvas = numpy.empty((height, width, 4), numpy.uint8)
              canvas[:] = 0
              start = now()
              for shape, line, color, points in jobs:
                  if shape == 'rect':
                      cv2.rectangle(canvas, points[0].tolist(), points[1].tolist(), color, line, cv2.LINE_AA, 4)
                  elif shape == 'ellipse':
                      center, radii = (points[0] + points[1]) // 2, (points[1] - points[0]) // 2
                      cv2.ellipse(canvas, center.tolist(), radii.tolist(), 0, 0, 360, color, line, cv2.LINE_AA, 4)
                  elif line < 0: cv2.fillPoly(canvas, [points], color, cv2.LINE_AA, 4)
                  else: cv2.polylines(canvas, [points], shape == 'closed', color, line, cv2.LINE_AA, 4)
              return now() - start
          return draw
      return load

  makers = {'Skia': make_skia, 'Cairo': make_cairo, 'Pillow': make_pillow, 'OpenCV': make_opencv}
  load = makers[sys.argv[1]]()
  print('ready', flush=True)
  draw = None
  for line in sys.stdin:
      word, _, path = line.rstrip('\n').partition(' ')
      try:
          if word == 'load':
              draw = load(*read(path))
              print('ready' if draw else 'not for it', flush=True)
          else: print(draw(), flush=True)
      except Exception:
          print('failed', flush=True)
  """#
