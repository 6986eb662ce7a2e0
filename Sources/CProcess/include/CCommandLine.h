// The words of the command line, as Swift's library asks for them.
#ifndef PAINT_CCOMMANDLINE_H
#define PAINT_CCOMMANDLINE_H

/// The words of the command line, ended by a null pointer, and their number.
///
/// `CommandLine` of Swift's library calls it. The library's own definition reads `/proc/self/maps` at every start of the
/// program, which takes a tenth of a start's instructions, and finds no words where `/proc` is not mounted. In a program
/// that is linked statically with it, this definition takes its place.
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
