# Completion of orgctl for PowerShell.
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
        $value, $about = $_ -split "`t", 2
        $text = $value
        if ($value -notmatch '^[\w./:=@,+-]+$' -or $value -match '^@') {
            $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'"
        }
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
