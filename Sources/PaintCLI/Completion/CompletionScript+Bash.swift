extension CompletionScript {
  /// The script for bash 4.4 and later.
  ///
  /// Names come in records that end in NUL, so that a newline in a name is not special, and `printf %q` quotes words;
  /// readline quotes names of files. Nothing that was typed or read is expanded. `command` passes by functions and
  /// aliases of that name, and the program is found on the PATH even if a path was typed.
  static let bashScript = #"""
    # Completion of paint for bash 4.4 and later; in ~/.bashrc: source <(paint completion bash)

    # Prints the paths that begin with $2, each with a NUL after it; $1 says which: files [ENDING ...] or folders.
    _paint_paths() (
      shopt -s nullglob
      shopt -u failglob nocaseglob dotglob
      set +f
      unset -v GLOBIGNORE
      begin=$2
      [[ $begin != '~/'* ]] || begin=$HOME/${begin:2}
      for path in "$begin"*; do
        if [[ ! -d $path ]]; then
          case $1 in
            folders) continue ;;
            'files '*)
              ending=${path##*/}
              [[ $ending == *.* ]] || continue
              ending=${ending##*.}
              [[ " $1 " == *" ${ending,,} "* ]] || continue ;;
          esac
        fi
        [[ $2 != '~/'* ]] || path="~${path:${#HOME}}"
        # This is no option.
        [[ -n $2 || $path != -* ]] || path=./$path
        printf '%s\0' "$path"
      done
    )

    _paint() {
      local -a answer=() paths=()
      local kind quote begin fixed kept word
      COMPREPLY=()
      mapfile -d '' -t answer < <(command paint completion line -- \
        "${COMP_LINE:0:COMP_POINT}" "${COMP_LINE:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null </dev/null)
      ((${#answer[@]} >= 5)) || return 0
      kind=${answer[0]} quote=${answer[1]} begin=${answer[2]} fixed=${answer[3]} kept=${answer[4]}
      compopt -o nosort
      case $kind in
        files* | folders)
          # Readline quotes these, the words among them too.
          compopt -o filenames
          mapfile -d '' -t paths < <(_paint_paths "$kind" "$begin")
          if ((${#paths[@]} == 0 && ${#answer[@]} == 5)); then
            # No such picture: any file, and what only readline expands, such as $HOME.
            [[ $kind == folders ]] || compopt -o default
            return 0
          fi
          COMPREPLY=("${answer[@]:5}")
          for word in "${paths[@]}"; do COMPREPLY+=("$kept${word#"$fixed"}"); done
          return 0 ;;
        programs) mapfile -t COMPREPLY < <(compgen -c -- "$begin") ;;
      esac
      for word in "${answer[@]:5}"; do
        case $quote in
          "'") [[ $word != *"'"* ]] || continue ;;
          '"') [[ $word != *[\"\$\`\\!]* ]] || continue ;;
          *) printf -v word %q "$word" ;;
        esac
        COMPREPLY+=("$word")
      done
    }

    complete -F _paint paint
    """#
}
