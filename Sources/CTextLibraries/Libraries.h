// The loaded tables, for the files of this target.
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include "Fontconfig.h"
#include "FreeType.h"
#include "HarfBuzz.h"

extern harfbuzz_table ctl_harfbuzz;
extern freetype_table ctl_freetype;
extern fontconfig_table ctl_fontconfig;

#endif
