/** Alternative commands if a command fails with a hint to run itself. */
const INSTEAD: ReadonlyMap<string, string> = new Map([['profile check', 'orgctl profile show']]);

/** Common flags that do not affect whether a command fails: with a value, and without. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', '-o', '--output']);
const ALONE: ReadonlySet<string> = new Set(
  '-q --quiet -v --verbose --debug -y --yes --no-input --no-pager'.split(' '),
);

/**
 * Returns the hint, unless it suggests the command that failed and would fail the same way again.
 * @returns an alternative, or undefined if there is none
 */
export function hintElsewhere(hint: string, argv: readonly string[]): string | undefined {
  const [, command = ''] = /(?:^|: )orgctl (.+)$/s.exec(hint) ?? [];
  const typed = argv
    .filter(
      (word, index) => !WITH_VALUE.has(word) && !ALONE.has(word) && !WITH_VALUE.has(argv[index - 1] ?? ''),
    )
    .join(' ');
  if (INSTEAD.has(command) && `${typed} `.startsWith(`${command} `)) return INSTEAD.get(command);
  // If the hint has words before the command, they name a condition under which the same command works.
  return hint === `orgctl ${typed}` ? undefined : hint;
}
