/** What helps where a command is the hint of its own failure. */
const INSTEAD: ReadonlyMap<string, string> = new Map([['profile check', 'orgctl profile show']]);

/** Flags of every command that change nothing about why it fails: those with a value, and the others. */
const WITH_VALUE: ReadonlySet<string> = new Set(['-p', '--profile', '-o', '--output']);
const ALONE: ReadonlySet<string> = new Set(
  '-q --quiet -v --verbose --debug -y --yes --no-input --no-pager'.split(' '),
);

/**
 * Returns a hint whose command is not the one that failed, which would fail the same way again.
 * @returns undefined where nothing else helps
 */
export function hintElsewhere(hint: string, argv: readonly string[]): string | undefined {
  const [, command = ''] = /(?:^|: )orgctl (.+)$/s.exec(hint) ?? [];
  const typed = argv
    .filter(
      (word, index) => !WITH_VALUE.has(word) && !ALONE.has(word) && !WITH_VALUE.has(argv[index - 1] ?? ''),
    )
    .join(' ');
  if (INSTEAD.has(command) && `${typed} `.startsWith(`${command} `)) return INSTEAD.get(command);
  // Words in front say when the same command will do.
  return hint === `orgctl ${typed}` ? undefined : hint;
}
