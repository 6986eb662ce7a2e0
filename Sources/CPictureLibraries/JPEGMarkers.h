// What the first application marker of a JPEG begins with, for its reader and writer.
#ifndef CPL_JPEGMARKERS_H
#define CPL_JPEGMARKERS_H

/// Before EXIF; the second zero byte is padding.
#define CPL_EXIF_NAME "Exif\0"
/// Before a packet of XMP.
#define CPL_XMP_NAME "http://ns.adobe.com/xap/1.0/"
/// The most bytes of a marker after its length.
#define CPL_MARKER_LIMIT 65533

#endif
