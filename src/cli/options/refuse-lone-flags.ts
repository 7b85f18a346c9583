import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { listed } from '../../values/listed.ts';

/**
 * Flags that have no effect without one of the listed flags, by attribute name. An entry applies to every
 * command that has the flag and at least one of the others, so it does not apply to `profile add --force`,
 * which replaces no file.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  backup: ['inPlace'],
  force: ['out', 'html', 'ambiguous', 'failedOut', 'rejects', 'people', 'report'],
  interval: ['follow'],
  seed: ['like'],
  updateBaseline: ['baseline'],
};

/** Flags about the rows of a file, for commands that can also run without a file. */
const OF_A_FILE: Readonly<Record<string, readonly string[]>> = {
  onboard: [
    'map',
    'createGroups',
    'onBadRow',
    'maxBadRows',
    'rejects',
    'force',
    'feed',
    'minRows',
    'maxBlanked',
  ],
};

/** Commands that write a file even if none is named. */
const WITH_OWN_FILE: ReadonlySet<string> = new Set(['init']);

/**
 * Refuses a typed flag that has no effect because the flag it depends on is absent. Flags set by variables
 * are accepted: a variable applies to many commands.
 * @throws Failure `usage`
 */
export function refuseLoneFlags(command: CommandUnknownOpts): void {
  if (WITH_OWN_FILE.has(command.name())) return;
  if (command.args.length === 0) refuseWithoutFile(command);
  for (const [name, others] of Object.entries(NEEDED)) {
    if (command.getOptionValueSource(name) !== 'cli') continue;
    const possible = command.options.filter((option) => others.includes(option.attributeName()));
    if (possible.length === 0 || possible.some((option) => isGiven(command, option))) continue;
    throw new Failure('usage', `${longFlag(command, name)} needs ${listed(possible.map(asTyped), 'or')}`);
  }
}

function refuseWithoutFile(command: CommandUnknownOpts): void {
  for (const name of OF_A_FILE[command.name()] ?? [])
    if (command.getOptionValueSource(name) === 'cli')
      throw new Failure('usage', `${longFlag(command, name)} needs a file of people`, {
        hint: 'name the file, or omit the flag',
      });
}

function longFlag(command: CommandUnknownOpts, name: string): string | undefined {
  return command.options.find((option) => option.attributeName() === name)?.long;
}

function isGiven(command: CommandUnknownOpts, option: Option): boolean {
  return command.getOptionValue(option.attributeName()) !== undefined;
}

/** Returns `--out FILE`, without the short form. */
function asTyped({ flags }: Option): string {
  const [long] = flags.split(', ').slice(-1);
  return (long ?? flags).replace(/<(\w+)>/, (_, word: string) => word.toUpperCase());
}
