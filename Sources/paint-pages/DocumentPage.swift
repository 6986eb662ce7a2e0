import PaintCLI

/// The page `paint-document(5)`: what is in a drawing's folder, and what may be done with it.
enum DocumentPage {
  /// The page.
  static var page: ManualPage {
    ManualPage(
      "paint-document", section: 5, "the folder of a drawing",
      description + packs + index + outside + events + [
        .heading("See also"),
        .paragraph("paint(1), paint-check(1), paint-gc(1), paint-limit(1), paint-forget(1), paint-new(1)."),
      ])
  }

  private static var description: [HelpDocument.Block] {
    [
      .heading("Description"),
      .paragraph(
        "A drawing is a folder whose name usually ends in `.paint`. It has the canvas and its whole history. A folder with "
          + "`index.sqlite` is a drawing; one with only `packs` is a damaged drawing, which paint check --repair can "
          + "repair."),
      .heading("Files"),
      .definitions([
        .init(
          "index.sqlite", "the revisions, where the pixels of each tile are, the settings, the place in the history"),
        .init("index.sqlite-wal", "the log of SQLite: committed steps that are not in `index.sqlite` yet"),
        .init("index.sqlite-shm", "shared memory of SQLite for the log; has nothing permanent"),
        .init("packs/0000000001.png", "pixels and records of revisions; the numbers begin with 1"),
        .init("files/SHA-256.png", "pictures that commands such as import have read, named by their content"),
        .init("unconfirmed/", "packs with steps that the index does not know, for example after a lost log"),
        .init("damaged-N/", "what a repair has set aside"),
        .init("lock", "locked by the command that writes; empty"),
        .init("unsynced", "there after a failed sync, until the data are written again; empty"),
        .init(".incoming-SUFFIX", "a picture that is being copied to `files`"),
      ]),
      .paragraph(
        "Index, log, lock, packs and pictures are regular files; `packs`, `files` and `unconfirmed` are folders. Anything "
          + "else in their place, such as a symbolic link or a device, is damage: nothing is read or written through it. "
          + "The folder of the drawing itself may be reached through links."),
      .heading("Examples"),
      .examples([
        Example("paint status --disk", "what takes how much space"),
        Example("paint check", "compare everything with its checksums"),
        Example("cp -r art.paint copy.paint", "a copy, while no command runs"),
        Example("paint -d copy.paint history", "the copy has the whole history"),
      ]),
    ]
  }

  private static var packs: [HelpDocument.Block] {
    [
      .heading("Packs"),
      .paragraph(
        "The canvas is divided into tiles of 32 x 32 pixels. A step writes the tiles that it changes into a pack: a PNG "
          + "picture that is 32 pixels wide, with 8 bits each of red, green, blue and alpha, not interlaced. It has 1 to "
          + "1,024 tiles, one below the other. Any picture viewer shows it. A pack is written completely and never changed."
      ),
      .paragraph(
        "Each tile is one IDAT chunk that can be inflated alone. Tiles of one colour are in no pack. Chunks of type paNT "
          + "have the records as text: for each revision its number, parent, size, time, box, fingerprint, name and "
          + "command, and the checksums of its tiles. Later changes of names, groups and branches are notes in later packs. "
          + "The index can be built again from the packs alone, except for the settings and the place in the history."),
    ]
  }

  private static var index: [HelpDocument.Block] {
    [
      .heading("Index"),
      .paragraph(
        "`index.sqlite` is a database of SQLite 3 in WAL mode with pages of 4,096 bytes. Its application_id is 0x7061696E, "
          + "its user_version is \(PaintCommand.formatVersion), with which the text of each record in a pack begins, too. A "
          + "drawing of another version, older or newer, is refused and not changed (exit 65)."),
      .definitions([
        .init("document", "one row: the current revision, the end of redo, the settings, the next numbers"),
        .init("revision", "one row per revision: parent, size, fingerprint, time, box, name, command, tiles"),
        .init("tile", "one row per version of a tile: its pack, offset, length and CRC, or its one colour"),
        .init("grp", "groups of steps"),
        .init("branch", "names of revisions"),
        .init("note", "changes of names, groups and branches"),
        .init("pack", "the packs"),
      ]),
      .paragraph(
        "Every row has a checksum over its columns, and every page of the file has one over its bytes. A wrong checksum is "
          + "damage: reading fails, writing changes nothing, and paint check --repair builds the index again from the packs."
      ),
    ]
  }

  private static var outside: [HelpDocument.Block] {
    [
      .heading("What may be done from outside"),
      .paragraph(
        "While no command runs, the folder can be moved, renamed, copied and archived, always as a whole. These files may "
          + "be deleted then:"),
      .definitions([
        .init("index.sqlite, packs", "no"),
        .init("index.sqlite-wal", "no: it can have committed steps that are nowhere else"),
        .init("index.sqlite-shm, lock", "yes, they are created again"),
        .init("unconfirmed", "yes, if its steps are not needed: paint forget --unconfirmed does it"),
        .init("damaged-N", "yes"),
        .init("files", "no: paint gc deletes what no step needs"),
      ]),
    ]
  }

  private static var events: [HelpDocument.Block] {
    [
      .heading("What survives what"),
      .definitions([
        .init("a command is killed", "the drawing before or after its step; a group of steps completely or not at all"),
        .init("a power cut", "all steps of commands that have ended; of a running script the first steps"),
        .init("a full disk", "the drawing as of the last complete step"),
        .init("a lost log", "the drawing as it was some steps ago; paint check --recover adds the later steps again"),
        .init("a damaged pack", "the damaged tiles are refused, all others can be read"),
        .init("a lost index", "everything except the settings and the place in the history: paint check --repair"),
      ]),
    ]
  }
}
