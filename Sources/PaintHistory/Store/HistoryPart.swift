import SystemPackage

/// A part of a history with state of its own, which changes the document through the history.
protocol HistoryPart {
  var history: History { get }
}

extension HistoryPart {
  var path: FilePath { history.path }
  var access: History.Access { history.access }
  var options: History.Options { history.options }
  var disk: any Disk { history.options.disk }
  var lock: DocumentLock? { history.lock }
  var transaction: Transaction { history.transaction }
  var tree: RevisionTree { history.tree }
  var packs: PackStore { history.packs }
  var state: DocumentState { history.transaction.state }
  var current: Revision { history.transaction.current }
  var index: Index { history.transaction.index }
  var isEditing: Bool { history.transaction.isOpen }
}
