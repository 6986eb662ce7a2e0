extension CompletionScript {
  /// The script for fish 3.4 and later, which quotes what it inserts.
  static let fishScript = #"""
    # Completion of paint for fish 3.4 and later; in ~/.config/fish/config.fish: paint completion fish | source

    # Prints the files that can be at a path that is typed; $kind says which: files [ENDING ...] or folders.
    function __paint_paths --argument-names kind typed
        set -l kinds (string split ' ' -- $kind)
        set -l folder (string replace -r '[^/]*$' '' -- "$typed")
        set -l real $folder
        string match -q '~/*' -- "$folder"; and set real "$HOME"(string sub -s 2 -- "$folder")
        set -l found "$real"*
        string match -q -r '^\.[^/]*$' -- (string sub -s (math (string length -- "$folder") + 1) -- "$typed")
        and set -a found "$real".*
        set -l files
        set -l folders
        for path in $found
            # Completions are lines.
            string match -q -r '[[:cntrl:]]' -- "$path"; and continue
            set -l shown "$folder"(string sub -s (math (string length -- "$real") + 1) -- "$path")
            # This is no option.
            string match -q -- '-*' "$shown"; and test -z "$typed"; and set shown "./$shown"
            if test -d "$path"
                set -a folders "$shown/"
            else if test "$kinds[1]" = files
                set -a files "$shown"
            end
        end
        if set -q kinds[2]
            set -l endings (string join '|' -- $kinds[2..-1])
            set -l chosen (string match -e -r -i -- '\.(?:'$endings')$' $files)
            set -q chosen[1]; and set files $chosen
        end
        set -q files[1]; and printf '%s\n' $files
        set -q folders[1]; and printf '%s\n' $folders
    end

    function __paint_words
        set -l token (commandline -ct)
        set -l before (commandline -opc)
        set -l all (commandline -op)
        set -l next (math (count $before) + 1)
        # The word at the cursor is among all words unless it is empty.
        test -n "$(commandline -t)"; and set next (math $next + 1)
        set -l after
        test $next -le (count $all); and set after $all[$next..-1]
        set -e before[1]
        # A word whose quote is still open cannot be unquoted.
        set -l word (string unescape -- "$token"; or string trim -l -c '"\'' -- "$token")
        set -l lines (command paint completion words (count $before) -- $before "$word" $after 2>/dev/null </dev/null)
        set -q lines[2]; or return
        set -l kept $lines[2]
        for line in $lines[3..-1]
            printf '%s%s\n' "$kept" "$line"
        end
        set -l typed (string sub -s (math (string length -- "$kept") + 1) -- "$word")
        switch "$lines[1]"
            case programs
                complete -C (string escape -- "$typed")
            case 'files*' folders
                set -l paths (__paint_paths "$lines[1]" "$typed")
                set -q paths[1]; and printf "%s\n" $kept$paths
        end
    end

    complete -c paint -k -f -a '(__paint_words)'
    """#
}
