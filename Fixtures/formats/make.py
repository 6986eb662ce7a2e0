#!/usr/bin/env python3
"""Makes the pictures of this folder; see README.md. Usage: make.py FOLDER-OF-PHOTOS"""
import os, struct, subprocess, sys, tempfile
from PIL import Image, ImageCms, ImageDraw

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTOS = sys.argv[1]
WORK = tempfile.mkdtemp()


def run(*words, stdin=None):
    result = subprocess.run(words, stdin=open(stdin, "rb") if stdin else None, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode:
        sys.exit(f"{words}: {result.stderr.decode()}")
    return result.stdout


def out(name):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def new(name):
    """For programs that would append to a file that exists."""
    if os.path.exists(out(name)):
        os.remove(out(name))
    return out(name)


def work(name):
    return os.path.join(WORK, name)


def keep(name, data):
    with open(out(name), "wb") as file:
        file.write(data)


# The pictures that all formats get: a part of a photograph, one with soft alpha, and a small one that looks different
# in each orientation. 45x35 is a multiple of no block.
photo = Image.open(os.path.join(PHOTOS, sorted(n for n in os.listdir(PHOTOS) if n.endswith(".png"))[0])).convert("RGB")
photo = photo.resize((90, 70), Image.LANCZOS).crop((20, 15, 65, 50))
photo = Image.frombytes("RGB", photo.size, photo.tobytes())  # without the photograph's own profile
photo.save(work("photo.ppm"))
photo.save(work("photo.png"))
photo.convert("L").save(work("grey.pgm"))
alpha = photo.copy().convert("RGBA")
alpha.putalpha(Image.radial_gradient("L").resize(photo.size))
alpha.save(work("alpha.png"))
corner = Image.new("RGB", (12, 8), (40, 90, 160))
draw = ImageDraw.Draw(corner)
draw.rectangle((0, 0, 5, 3), fill=(220, 40, 30))
draw.rectangle((6, 0, 11, 3), fill=(30, 200, 60))
draw.rectangle((0, 4, 2, 7), fill=(240, 230, 40))
corner.save(work("corner.ppm"))
corner.save(work("corner.png"))
profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
keep("srgb.icc", profile)

# JPEG
for name, words in {
    "444": ["-sample", "1x1"], "422": ["-sample", "2x1"], "420": ["-sample", "2x2"], "progressive": ["-progressive"],
    "restart": ["-restart", "1"], "arithmetic": ["-arithmetic"], "rgb": ["-rgb"],
}.items():
    keep(f"jpeg/{name}.jpg", run("cjpeg", "-quality", "85", *words, work("photo.ppm")))
keep("jpeg/grey.jpg", run("cjpeg", "-quality", "85", work("grey.pgm")))
cmyk = photo.convert("CMYK")
cmyk.save(out("jpeg/cmyk-adobe.jpg"), quality=85)
photo.save(out("jpeg/profile.jpg"), quality=85, icc_profile=profile)
for orientation in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = orientation
    corner.save(out(f"jpeg/orientation-{orientation}.jpg"), quality=95, subsampling=0, exif=exif)
# Without its Adobe marker, CMYK is as it is: so what was written upside down is turned back before.
Image.merge("CMYK", [band.point(lambda value: 255 - value) for band in cmyk.split()]).save(work("upright.jpg"), quality=85)
data = open(work("upright.jpg"), "rb").read()
place = data.index(b"\xff\xee\x00\x0eAdobe")
keep("jpeg/cmyk-plain.jpg", data[:place] + data[place + 16 :])
run("cc", "-o", work("ycck"), os.path.join(HERE, "ycck.c"), "-ljpeg")
keep("jpeg/ycck.jpg", run(work("ycck"), stdin=work("photo.ppm")))

# WebP
run("cwebp", "-quiet", "-q", "80", work("photo.ppm"), "-o", out("webp/lossy.webp"))
run("cwebp", "-quiet", "-q", "80", work("alpha.png"), "-o", out("webp/lossy-alpha.webp"))
run("cwebp", "-quiet", "-lossless", work("photo.ppm"), "-o", out("webp/lossless.webp"))
run("cwebp", "-quiet", "-lossless", "-exact", work("alpha.png"), "-o", out("webp/lossless-alpha.webp"))
corner.save(out("webp/profile.webp"), lossless=True, icc_profile=profile)
exif = Image.Exif()
exif[0x0112] = 6
corner.save(out("webp/orientation-6.webp"), lossless=True, exif=exif.tobytes())

# TIFF
photo.save(work("photo.tif"))
for name, words in {
    "none": ["-c", "none"], "lzw": ["-c", "lzw:2"], "deflate": ["-c", "zip:2"], "packbits": ["-c", "packbits"],
    "strips": ["-c", "none", "-r", "8"], "separate": ["-c", "lzw", "-p", "separate", "-r", "16"],
    "tiled": ["-c", "zip", "-t", "-w", "16", "-l", "32"],
    "tiled-separate": ["-c", "none", "-t", "-w", "32", "-l", "16", "-p", "separate"],
    "big-endian": ["-c", "none", "-B"], "bigtiff": ["-c", "zip", "-8"], "jpeg-rgb": ["-c", "jpeg:r:90", "-r", "16"],
    "jpeg-ycbcr": ["-c", "jpeg:90", "-r", "16"], "jpeg-tiled": ["-c", "jpeg:90", "-t", "-w", "32", "-l", "32"],
}.items():
    run("tiffcp", *words, work("photo.tif"), out(f"tiff/{name}.tif"))
photo.convert("L").save(out("tiff/grey.tif"))
photo.convert("1").save(out("tiff/bits.tif"))
photo.convert("1").save(work("bits.tif"))
run("tiffcp", "-c", "g4", work("bits.tif"), out("tiff/fax.tif"))
run("tiffset", "-s", "262", "0", work("bits.tif"))
run("tiffcp", "-c", "none", work("bits.tif"), out("tiff/bits-white.tif"))
photo.quantize(200).save(out("tiff/palette.tif"))
photo.convert("CMYK").save(out("tiff/cmyk.tif"), compression="tiff_lzw")
photo.convert("YCbCr").save(out("tiff/ycbcr.tif"))
photo.convert("LAB").save(out("tiff/lab.tif"))
photo.convert("F").crop((0, 0, 8, 8)).save(out("tiff/float.tif"))
alpha.save(out("tiff/alpha.tif"), compression="tiff_lzw")
multiplied = alpha.convert("RGBa")
straight = Image.frombytes("RGBA", multiplied.size, multiplied.tobytes())
straight.save(out("tiff/associated.tif"), compression="tiff_lzw")
run("tiffset", "-s", "338", "1", "1", out("tiff/associated.tif"))
photo.save(out("tiff/profile.tif"), compression="tiff_deflate", icc_profile=profile)
corner.save(work("page.tif"))
photo.crop((0, 0, 20, 10)).save(work("page2.tif"))
run("tiffcp", work("page.tif"), work("page2.tif"), out("tiff/pages.tif"))
for orientation in range(1, 9):
    corner.save(out(f"tiff/orientation-{orientation}.tif"))
    run("tiffset", "-s", "274", str(orientation), out(f"tiff/orientation-{orientation}.tif"))
# 16 bits and 4 bits: netpbm makes them.
wide = struct.pack(">%dH" % (45 * 35 * 3), *[(i * 40503 + 12345) & 0xFFFF for i in range(45 * 35 * 3)])
keep("pnm/wide.ppm", b"P6\n45 35\n65535\n" + wide)
run("pamtotiff", "-none", "-output=" + new("tiff/rgb16.tif"), out("pnm/wide.ppm"))
keep("pnm/wide.pgm", b"P5\n45 35\n65535\n" + wide[: 45 * 35 * 2])
run("pamtotiff", "-none", "-output=" + work("g.tif"), out("pnm/wide.pgm"))
run("tiffcp", "-B", work("g.tif"), out("tiff/grey16-big-endian.tif"))
keep("pnm/maximum-15.pgm", run("pamdepth", "15", stdin=work("grey.pgm")))
run("pamtotiff", "-none", "-output=" + new("tiff/grey4.tif"), out("pnm/maximum-15.pgm"))

# GIF
palette = photo.quantize(64)
palette.save(out("gif/plain.gif"), interlace=0)
palette.save(out("gif/interlaced.gif"), interlace=1)
photo.quantize(30).convert("RGB").save(work("few.ppm"))
keep("gif/netpbm.gif", run("ppmtogif", "-transparent=black", "-", stdin=work("few.ppm")))
frames = []
for step in range(4):
    frame = Image.new("RGBA", (40, 30), (0, 0, 0, 0))
    ImageDraw.Draw(frame).ellipse((step * 8, step * 4, step * 8 + 14, step * 4 + 14), fill=(60 * step, 200 - 40 * step, 90, 255))
    frames.append(frame)
for disposal in (1, 2, 3):
    frames[0].save(out(f"gif/animated-{disposal}.gif"), save_all=True, append_images=frames[1:], disposal=disposal, duration=100)
    reread = Image.open(out(f"gif/animated-{disposal}.gif"))
    reread.seek(2)
    composed = reread.convert("RGBA")
    keep(f"gif/animated-{disposal}-2.pam", b"P7\nWIDTH 40\nHEIGHT 30\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" + composed.tobytes())

# Animated WebP, from the GIF
run("gif2webp", "-quiet", "-q", "100", out("gif/animated-2.gif"), "-o", out("webp/animated.webp"))

# PNM
keep("pnm/colour.ppm", open(work("photo.ppm"), "rb").read())
keep("pnm/grey.pgm", open(work("grey.pgm"), "rb").read())
photo.convert("1").save(out("pnm/bits.pbm"))
keep("pnm/plain.ppm", run("pnmtoplainpnm", stdin=work("corner.ppm")))
keep("pnm/plain.pgm", run("pnmtoplainpnm", stdin=work("grey.pgm")))
keep("pnm/plain.pbm", run("pnmtoplainpnm", stdin=out("pnm/bits.pbm")))
keep("pnm/alpha.pam", run("pngtopam", "-alphapam", work("alpha.png")))
keep("pnm/maximum-100.ppm", run("pamdepth", "100", stdin=work("photo.ppm")))

# AVIF
for name, words in {
    "420": ["-y", "420"], "444": ["-y", "444"], "grey": ["-y", "400"], "10-bit": ["-d", "10", "-y", "444"],
    "rotated-1": ["--irot", "1"], "rotated-2": ["--irot", "2"], "rotated-3": ["--irot", "3"],
    "mirrored-0": ["--imir", "0"], "mirrored-1": ["--imir", "1"], "turned-mirrored": ["--irot", "1", "--imir", "0"],
    "profile": ["--icc", out("srgb.icc")], "cropped": ["--crop", "8,6,20,12"],
    "cropped-rotated-1": ["--crop", "8,6,20,12", "--irot", "1"],
}.items():
    source = "corner.png" if name.startswith(("rotated", "mirrored", "turned")) else "photo.png"
    run("avifenc", "-s", "6", "--min", "10", "--max", "20", *words, work(source), out(f"avif/{name}.avif"))
run("avifenc", "-s", "6", "--min", "10", "--max", "20", work("alpha.png"), out("avif/alpha.avif"))

# HEIF
run("heif-enc", "-q", "60", work("photo.png"), "-o", out("heif/colour.heic"))
run("heif-enc", "-q", "60", work("alpha.png"), "-o", out("heif/alpha.heic"))


# heif-enc turns and crops nothing, so properties are added for the second item, which is the picture, in this order.
def with_properties(data, *boxes):
    def grow(kind, by):
        place = data.index(kind) - 4
        struct.pack_into(">I", data, place, struct.unpack_from(">I", data, place)[0] + by)
        return place
    added = b"".join(boxes)
    for kind in (b"meta", b"iprp"):
        grow(kind, len(added) + len(boxes))
    # Where the pixels begin moves on by what is inserted before them.
    pixels = data.index(b"mdat") + 4
    struct.pack_into(
        ">I", data, data.index(struct.pack(">I", pixels), data.index(b"iloc")), pixels + len(added) + len(boxes))
    associations = grow(b"ipma", len(boxes))
    last = bytes.fromhex("0002020384")
    place = data.index(last, associations)
    data[place:place + 5] = bytes.fromhex("0002") + bytes([2 + len(boxes), 3]) + bytes(range(0x84, 0x85 + len(boxes)))
    properties = grow(b"ipco", len(added))
    end = properties + struct.unpack_from(">I", data, properties)[0] - len(added)
    data[end:end] = added
    return data


def rotation(quarters):
    return struct.pack(">I4sB", 9, b"irot", quarters)


def mirror(axis):
    return struct.pack(">I4sB", 9, b"imir", axis)


def crop(left, top, width, height, of):
    """The part of a picture of a size; the property has its centre, from that of the picture, in halves of a pixel."""
    across, down = 2 * left + width - of[0], 2 * top + height - of[1]
    return struct.pack(">I4sIIIIiIiI", 40, b"clap", width, 1, height, 1, across, 2, down, 2)


for name, properties in {
    "rotated-1": [rotation(1)], "rotated-2": [rotation(2)], "rotated-3": [rotation(3)],
    "mirrored-0": [mirror(0)], "mirrored-1": [mirror(1)], "cropped": [crop(8, 6, 20, 12, (45, 35))],
    "cropped-rotated-1": [crop(8, 6, 20, 12, (45, 35)), rotation(1)],
    "cropped-rotated-3": [rotation(3), crop(4, 10, 12, 20, (35, 45))],
    "cropped-turned-mirrored": [mirror(1), rotation(1), crop(4, 10, 12, 20, (35, 45)), mirror(0)],
}.items():
    keep(f"heif/{name}.heic", with_properties(bytearray(open(out("heif/colour.heic"), "rb").read()), *properties))


# Files whose data are larger than the size that they state.
def coded(unit, width, height):
    """A sequence parameter set with another size."""
    plain = unit.replace(b"\0\0\3", b"\0\0")
    bits = "".join(f"{byte:08b}" for byte in plain)
    def number(at):
        zeros = bits.index("1", at) - at
        return int(bits[at + zeros:at + 2 * zeros + 1], 2) - 1, at + 2 * zeros + 1
    start = number(number(8 * 15)[1])[1]  # after the header, the profile, the number of the set and the kind of colour
    end = number(number(start)[1])[1]
    code = "".join("0" * (len(f"{n + 1:b}") - 1) + f"{n + 1:b}" for n in (width, height))
    bits = (bits[:start] + code + bits[end:]).rstrip("0")  # the last 1 ends the set
    bits += "0" * (-len(bits) % 8)
    result = bytearray()
    for byte in int(bits, 2).to_bytes(len(bits) // 8, "big"):
        if byte <= 3 and result[-2:] == b"\0\0":
            result.append(3)
        result.append(byte)
    return bytes(result)


def grow(data, kinds, by):
    for kind in kinds:
        place = data.index(kind) - 4
        struct.pack_into(">I", data, place, struct.unpack_from(">I", data, place)[0] + by)


colour = open(out("heif/colour.heic"), "rb").read()
place = colour.index(b"\x42\x01\x01")
old = colour[place:place + struct.unpack_from(">H", colour, place - 2)[0]]
large = coded(old, 16384, 16384)
pixels = colour.index(b"mdat") + 4
stated = colour.index(struct.pack(">I", pixels), colour.index(b"iloc"))

data = bytearray(colour)
more = len(large) - len(old)
grow(data, (b"meta", b"iprp", b"ipco", b"hvcC"), more)
struct.pack_into(">I", data, stated, pixels + more)
struct.pack_into(">H", data, place - 2, len(large))
data[place:place + len(old)] = large
keep("hostile/coded-size.heic", data)

# The picture parameter set has to come again: a new sequence parameter set removes it.
place = colour.index(b"\x44\x01")
picture = colour[place:place + struct.unpack_from(">H", colour, place - 2)[0]]
units = b"".join(struct.pack(">I", len(unit)) + unit for unit in (large, picture))
data = bytearray(colour)
grow(data, (b"mdat",), len(units))
struct.pack_into(">I", data, stated + 10, struct.unpack_from(">I", data, stated + 10)[0] + len(units))
data[pixels:pixels] = units
keep("hostile/coded-size-in-data.heic", data)

keep("hostile/grid-size.heic", colour.replace(b"\0\x2d\0\x23", struct.pack(">HH", 16384, 16384), 1))

# The same of AV1. What is larger is before the data, among them, or a frame may state it.
picture = open(out("avif/444.avif"), "rb").read().replace(b"avif", b"mif1")
keep("heif/av1.heic", picture)
old = picture[picture.index(b"\x0a\x09"):picture.index(b"\x0a\x09") + 11]
pixels = picture.index(b"mdat") + 4
stated = picture.index(struct.pack(">I", pixels), picture.index(b"iloc"))


def part(kind, bits):
    """A part of AV1, of the bits as text."""
    bits += "0" * (-len(bits) % 8)
    content = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return bytes([kind << 3 | 2, len(content)]) + content


# The first is of a still picture, whose frames state no size; sizes have 14 bits.
large = part(1, "001" "1" "1" "00000" "1101" "1101" + "1" * 28 + "0" * 30)
plain = part(1, "001" "1" "0" "0" "0" "00000" + "0" * 17 + "1101" "1101" + f"{44:014b}{34:014b}" + "0" * 9 + "1" "1" + "0" * 20)
stating = part(3, "0" "00" "1" "0" "0" "1" + "0" * 25)


def with_data(new):
    data = bytearray(picture.replace(old, new))
    grow(data, (b"mdat",), len(new) - len(old))
    struct.pack_into(">I", data, stated + 4, struct.unpack_from(">I", data, stated + 4)[0] + len(new) - len(old))
    return data


def with_configuration(more):
    data = bytearray(picture)
    end = picture.index(b"av1C") + 8
    grow(data, (b"meta", b"iprp", b"ipco", b"av1C"), len(more))
    struct.pack_into(">I", data, stated, pixels + len(more))
    data[end:end] = more
    return data


keep("hostile/av1-size.heic", with_data(large))
keep("hostile/av1-size-of-frame.heic", with_data(plain + stating))
keep("hostile/av1-size-before.heic", with_configuration(large))
# Half a part before the data hides their beginning.
keep("hostile/av1-half-part.heic", with_configuration(large[:-4]))
