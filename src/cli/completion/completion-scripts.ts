/** Shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

export interface CompletionScript {
  /** File name that the shell expects. */
  readonly file: string;
  /** Command that installs the script. */
  readonly install: string;
  readonly text: string;
}

const bash = `# Completion of orgctl for bash.
_orgctl() {
  local answer line
  COMPREPLY=()
  answer=$(command orgctl __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null) || return
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done <<<"\${answer#*$'\\n'}"
  case "\${answer%%$'\\n'*}" in
    files) COMPREPLY=(); compopt -o default ;;
    open) compopt -o nospace ;;
  esac
  [[ $answer == *$'\\n'* ]] || COMPREPLY=()
}
complete -F _orgctl orgctl
`;

const zsh = `#compdef orgctl
# Completion of orgctl for zsh.
_orgctl() {
  local -a lines candidates
  local line value
  lines=("\${(@f)$(command orgctl __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if [[ $lines[1] == files ]]; then
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    [[ -z $line ]] && continue
    value=\${line%%$'\\t'*}
    value=\${value//\\\\/\\\\\\\\}
    value=\${value//:/\\\\:}
    if [[ $line == *$'\\t'* ]]; then
      candidates+=("$value:\${line#*$'\\t'}")
    else
      candidates+=("$value")
    fi
  done
  if [[ $lines[1] == open ]]; then
    _describe -V orgctl candidates -S ''
  else
    _describe -V orgctl candidates
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _orgctl "$@"
else
  compdef _orgctl orgctl
fi
`;

const fish = `# Completion of orgctl for fish.
function __orgctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string unescape 2>/dev/null; or commandline -ct)
    set -l lines (command orgctl __complete fish $words[2..] "$current" 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $lines[2..]
    end
end
complete -c orgctl -f -a '(__orgctl_complete)'
`;

const powershell = `# Completion of orgctl for PowerShell.
Register-ArgumentCompleter -Native -CommandName orgctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $program = Get-Command orgctl -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $program) { return }
    $current = $wordToComplete.Trim("'", '"')
    $lines = @(& $program.Source __complete powershell @words "$current" 2>$null)
    if ($lines.Count -eq 0 -or $lines[0] -eq 'files') { return }
    $lines | Select-Object -Skip 1 | Where-Object { $_ } | ForEach-Object {
        $value, $about = $_ -split "\`t", 2
        $text = $value
        if ($value -notmatch '^[\\w./:=@,+-]+$' -or $value -match '^@') {
            $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        }
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
`;

/** The scripts; each calls the program itself and is therefore never out of date. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, CompletionScript>> = {
  bash: {
    file: 'orgctl.bash',
    install:
      'mkdir -p ~/.local/share/bash-completion/completions && orgctl completion bash > ~/.local/share/bash-completion/completions/orgctl',
    text: bash,
  },
  zsh: {
    file: '_orgctl',
    install: `orgctl completion zsh > "\${fpath[1]}/_orgctl"`,
    text: zsh,
  },
  fish: {
    file: 'orgctl.fish',
    install:
      'mkdir -p ~/.config/fish/completions && orgctl completion fish > ~/.config/fish/completions/orgctl.fish',
    text: fish,
  },
  powershell: {
    file: 'orgctl.ps1',
    install: 'orgctl completion powershell >> $PROFILE',
    text: powershell,
  },
};
