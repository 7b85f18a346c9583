import { Failure } from '../../failure/failure.ts';
import { quoted } from '../command-words.ts';
import type { InventedWords } from './invent-words.ts';

/** Commands that send no requests, or whose output does not depend on them. The first match applies. */
const NOTHING_TO_RECORD: readonly (readonly [path: RegExp, why: string])[] = [
  [/^sandbox(?: |$)/, 'it works on the sandbox of this machine'],
  [/^(?:bulk )?(?:runs|report)(?: |$)/, 'it reads the records of this machine and sends no requests'],
  [/^bulk init-map$/, 'it reads a file and sends no requests'],
  [/^migrate (?:rewrite|status)$/, 'it reads files of this machine and sends no requests'],
  [/^manifest(?: |$)/, 'it reads files of this machine and sends no requests'],
  [/^(?:config|explain|completion|help|version)(?: |$)/, 'it sends no requests'],
  [/^profile(?! check)(?: |$)/, 'it sends no requests'],
  [/^doctor$/, 'it describes this machine; record "orgctl profile check"'],
  [/^bugreport$/, 'it creates its own file'],
  [/^tour$/, 'it only shows commands to try'],
];

const EARLIER_RUN = 'an earlier run';

/** @throws Failure `usage` for a command that sends no requests */
export function refuseNothingToRecord(path: readonly string[]): void {
  const words = path.join(' ');
  const [, why] = NOTHING_TO_RECORD.find(([pattern]) => pattern.test(words)) ?? [];
  if (why !== undefined) throw new Failure('usage', `"${words}" cannot be recorded: ${why}`);
}

/**
 * Returns what a replay of a command would need but its recording does not contain.
 * @param runs the earlier runs that the command needs; undefined if they were not recorded
 */
export function missingForReplay(
  { omitted }: Pick<InventedWords, 'omitted'>,
  runs: readonly string[] | undefined,
): readonly string[] {
  const earlier = runs === undefined ? [EARLIER_RUN] : [];
  return [...new Set([...earlier, ...omitted])];
}

/** @throws Failure `unreachable` for a recording that lacks what its command needs */
export function refuseIncomplete(file: string, lacks: readonly string[]): void {
  if (lacks.length === 0) return;
  throw new Failure('unreachable', `${file} cannot be replayed: it does not contain ${lacks.join(' and ')}`, {
    code: 'not_recorded',
    hint: `its requests and responses can be read and served: orgctl sandbox serve --from ${quoted(file)}`,
  });
}
