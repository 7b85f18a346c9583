import type { OpenRun } from '../../bulk/run/runs.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';

/** Flags of a command line that say over which connection and how fast a run goes, and take a value. */
const KEPT_WITH_VALUE = new Set([
  '--scim-url',
  '--api-url',
  '--scim-version',
  '--vendor',
  '--token-file',
  '--quota',
  '--rate',
  '--concurrency',
  '--max-wait',
  '--timeout',
]);
/** What belongs to the command itself stands behind it. */
const KEPT_BEHIND = new Set(['--state']);
const KEPT_ALONE = new Set(['--token-stdin', '--allow-http']);

type Ended = Pick<Context, 'common'> & { readonly world: Pick<Context['world'], 'argv'> };

/** Returns "203 done, 97 left; resume: orgctl … bulk resume … --yes" of a run that did not come to its end. */
export function whereItStands(context: Ended, run: Pick<OpenRun, 'id' | 'plan'>, done: number): string {
  const left = run.plan.changes.length - done;
  return `${done} done, ${left} left; resume: ${resumeWords(context, run)}`;
}

/** Returns the command that continues with a run: over the same connection, at the same pace, and without a question where none was asked. */
export function resumeWords({ common, world }: Ended, { id, plan }: Pick<OpenRun, 'id' | 'plan'>): string {
  const kept = keptWords(world.argv, KEPT_WITH_VALUE, KEPT_ALONE);
  const isUrlGiven = kept.some((word) => /^--(scim|api)-url(=|$)/.test(word));
  const connection =
    plan.profile !== NO_PROFILE
      ? ['-p', plan.profile]
      : isUrlGiven
        ? []
        : [plan.changes.some(({ kind }) => kind === 'callMethod') ? '--api-url' : '--scim-url', plan.origin];
  const behind = keptWords(world.argv, KEPT_BEHIND, new Set());
  const words = ['orgctl', ...connection, ...kept, 'bulk', 'resume', id, ...behind];
  if (common.yes === true) words.push('--yes');
  return words.map(quoted).join(' ');
}

function keptWords(
  argv: readonly string[],
  withValue: ReadonlySet<string>,
  alone: ReadonlySet<string>,
): readonly string[] {
  const kept: string[] = [];
  for (const [index, word] of argv.entries()) {
    const name = word.split('=', 1)[0] ?? word;
    if (alone.has(word) || (withValue.has(name) && word.includes('='))) kept.push(word);
    else if (withValue.has(word)) kept.push(word, ...argv.slice(index + 1, index + 2));
  }
  return kept;
}
