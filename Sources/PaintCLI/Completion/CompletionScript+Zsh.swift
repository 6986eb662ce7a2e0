extension CompletionScript {
  /// The script for zsh: a function that compinit loads by itself, or that is sourced after compinit.
  ///
  /// `compadd` and `_files` quote what they insert.
  static let zshScript = #"""
    #compdef paint
    # Completion of paint for zsh; in ~/.zshrc, after compinit: source <(paint completion zsh)

    _paint() {
      local kind kept line
      local -i width=0 index result=1
      local -a before after lines found notes shown hidden
      # One level of quotes is removed; nothing is expanded.
      (( CURRENT > 2 )) && before=("${(@Q)words[2,CURRENT-1]}")
      (( CURRENT < $#words )) && after=("${(@Q)words[CURRENT+1,-1]}")
      lines=("${(@f)$(command paint completion words $#before -- \
        "${before[@]}" "${(Q)PREFIX}" "${after[@]}" 2>/dev/null </dev/null)}")
      kind=$lines[1] kept=$lines[2]
      [[ -n $kind ]] || return 1
      if [[ -n $kept ]]; then
        # As it is typed in quotes, or with backslashes.
        compset -P "${(b)kept}" || compset -P "${(b)${(q)kept}}" || return 1
      fi
      for line in "${(@)lines[3,-1]}"; do
        [[ -n $line ]] || continue
        found+=("${line%%$'\t'*}")
        [[ $line == *$'\t'* ]] && notes+=("${line#*$'\t'}") || notes+=('')
        (( $#found[-1] > width )) && width=$#found[-1]
      done
      if [[ -n ${(j::)notes} ]]; then
        for (( index = 1; index <= $#found; index++ )); do
          line="${(r:width:)found[index]}  -- $notes[index]"
          shown+=("${line[1,COLUMNS-1]}")
        done
        # Not _describe, which joins words with the same description and sorts them.
        compadd -l -V paint -d shown -a found && result=0
      elif (( $#found )); then
        compadd -V paint -a found && result=0
      fi
      # Names like options are completed after ./ only.
      [[ -z $PREFIX ]] && hidden=(-F '(-*)')
      case $kind in
        files) _files $hidden && result=0 ;;
        files\ *) _files $hidden -g "*.(#i)(${${kind#files }// /|})" && result=0 ;;
        folders) _path_files -/ && result=0 ;;
        programs) _command_names -e && result=0 ;;
      esac
      return result
    }

    # compinit runs this file as the function _paint.
    if [[ $funcstack[1] == _paint ]]; then
      _paint "$@"
    elif (( $+functions[compdef] )); then
      compdef _paint paint
    else
      print -u2 'paint: completion needs compinit; before this: autoload -Uz compinit && compinit'
    fi
    """#
}
