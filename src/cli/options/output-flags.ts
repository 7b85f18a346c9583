/** Flags that name a file to write, by attribute name. */
const WRITTEN: ReadonlySet<string> = new Set([
  'out',
  'html',
  'ambiguous',
  'rejects',
  'failedOut',
  'events',
  'report',
]);
/** Flags that name a file to write only in these commands, and elsewhere an input. */
const WRITTEN_BY: Readonly<Record<string, string>> = { people: 'bulk report', map: 'migrate exchange' };

/** Whether a flag names a file that the command writes. @param name its attribute name */
export function isOutputFlag(name: string, command: string): boolean {
  return WRITTEN.has(name) || WRITTEN_BY[name] === command;
}
