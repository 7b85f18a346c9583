# Completion of orgctl for fish.
function __orgctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string unescape 2>/dev/null; or commandline -ct)
    set -l lines (command orgctl __complete fish $words[2..] "$current" 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $lines[2..]
    end
end
complete -c orgctl -f -a '(__orgctl_complete)'
