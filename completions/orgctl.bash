# Completion of orgctl for bash.
_orgctl() {
  local answer line
  COMPREPLY=()
  answer=$(command orgctl __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null) || return
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done <<<"${answer#*$'\n'}"
  case "${answer%%$'\n'*}" in
    files) COMPREPLY=(); compopt -o default ;;
    open) compopt -o nospace ;;
  esac
  [[ $answer == *$'\n'* ]] || COMPREPLY=()
}
complete -F _orgctl orgctl
