// The loaded tables, for the files of this target.
#ifndef CTL_LIBRARIES_H
#define CTL_LIBRARIES_H

#include "Fontconfig.h"
#include "FreeType.h"
#include "HarfBuzz.h"

extern harfbuzz_table ctl_harfbuzz;
extern freetype_table ctl_freetype;
extern fontconfig_table ctl_fontconfig;

#endif
