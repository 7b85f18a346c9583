import { flagMeaning } from './flag-meanings.ts';
import type { TypedCommand } from './meaning-kinds.ts';

/** The replacement for a flag, and the command line that contains it. */
export interface IntendedFlag {
  readonly said: readonly string[];
  readonly line: readonly string[];
}

/**
 * Returns the command line with a flag of another tool, and the unknown flags after it, replaced by words of
 * orgctl.
 * @param flag as the parser names it, without a value
 * @param command what is known about the command. A line with a flag that stays unknown is not repeated: its
 * value may be a secret.
 */
export function withIntendedFlag(
  argv: readonly string[],
  flag: string,
  command: TypedCommand,
): IntendedFlag | undefined {
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const typed = argv[at];
  if (typed === undefined) return undefined;
  const meant = intendedFlagAt(argv, at, flag, command);
  if (meant === undefined) return undefined;
  const other = meant.line.find(
    (word, index) => isUnknownFlag(word, command.known) && !isValue(meant, at, index),
  );
  if (other === undefined) return meant;
  const next = withIntendedFlag(meant.line, other.replace(/=.*/s, ''), command);
  return next === undefined ? undefined : { said: [...meant.said, ...next.said], line: next.line };
}

/** A long flag with a single dash, as Terraform and older m365 versions write it. */
const WITH_ONE_DASH = /^-[A-Za-z][\w-]{2,}$/;

/** Returns the names of long flags that were typed with a single dash. */
export function flagsWithOneDash(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  return words.map((word) => word.replace(/=.*/s, '')).filter((name) => WITH_ONE_DASH.test(name));
}

const isUnknownFlag = (word: string, known: ReadonlySet<string>) =>
  word.length > 1 && word.startsWith('-') && !known.has(word.replace(/=.*/s, ''));

/** Whether a word belongs to the replacement. */
const isValue = ({ said }: IntendedFlag, at: number, index: number) =>
  index >= at && index < at + said.length;

function intendedFlagAt(
  argv: readonly string[],
  at: number,
  flag: string,
  command: TypedCommand,
): IntendedFlag | undefined {
  const { known } = command;
  const typed = argv[at] ?? '';
  const hasOwnValue = typed !== flag;
  const next = argv[at + 1];
  const value = hasOwnValue
    ? typed.slice(flag.length + 1)
    : next?.startsWith('-') === true
      ? undefined
      : next;
  const replace = (count: number, said: readonly string[]) => ({
    said,
    line: argv.toSpliced(at, count, ...said),
  });
  const long = `-${flag}`;
  if (WITH_ONE_DASH.test(flag) && known.has(long))
    return replace(1, hasOwnValue ? [long, value ?? ''] : [long]);
  if (hasOwnValue && known.has(flag)) return applySwitchValue(flag, value, known, replace);
  const name = WITH_ONE_DASH.test(flag) ? long : flag;
  const said = flagMeaning(name, value, hasOwnValue, command);
  return said === undefined ? undefined : replace(said.takesValue && !hasOwnValue ? 2 : 1, said.words);
}

/** Handles `--read-only=false`: keeps a flag without a value, drops it, or uses its --no- form. */
function applySwitchValue(
  flag: string,
  value: string | undefined,
  known: ReadonlySet<string>,
  replace: (count: number, said: readonly string[]) => IntendedFlag,
): IntendedFlag | undefined {
  if (/^(?:true|yes|on|1)$/i.test(value ?? '')) return replace(1, [flag]);
  if (!/^(?:false|no|off|0)$/i.test(value ?? '')) return undefined;
  const no = flag.replace(/^--/, '--no-');
  return replace(1, known.has(no) ? [no] : []);
}
