// Decoders that print to standard error: libdav1d and libde265, below libavif and libheif, write lines of their own about
// damaged data, and neither libavif nor libheif can turn that off.
#ifndef CPL_QUIET_H
#define CPL_QUIET_H

/// Lets C's `stderr` hide what any thread writes to it between `cpl_begin_quiet` and `cpl_end_quiet`, if the process asked
/// for that.
void cpl_prepare_quiet(void);
/// Around calls that decode; they may be nested, and on several threads.
void cpl_begin_quiet(void);
void cpl_end_quiet(void);

#endif
