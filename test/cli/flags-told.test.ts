import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';

/** Flags with a value that do nothing when they are absent: there is no default to tell. */
const NOTHING_WHEN_ABSENT = new Set(
  `--accept-identity-change --add --ambiguous --app --backup --baseline --by --canary --change --check --column 
  --commands --confirm --decimal --denied-invites --description --domain --events --except --explain --expires --failed-out --fault
  --file --filter --first --from --group --groups --html --id-map --ignore --like --line --loading-message --log-entries --manager-to
  --map --member --members-file --name --only --orgs --out --people --property --protect --query --quirk --record --recording --rejects
  --remove --report --rule --service --sessions --shard --signed-off-by --since --skip --stale --state --stdin-filename --stop-on
  --team --teams --token-command --token-lifetime --url --user --user-names --users --wave --where --why --template --to
  --to-version --replay --password-file --set --clear --remove-email --workflow`.split(/\s+/),
);

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

const wordsOf = (command: CommandUnknownOpts): string =>
  command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

const takesValue = ({ flags, hidden }: Option) => !hidden && /[<[]/.test(flags);
/** A value of a user, a group or a plan limit of a profile: it stays as it is when the flag is absent. */
const isAttribute = ({ description }: Option) => /, such as [^;]*$/.test(description);

describe('every flag and command of the tree', async () => {
  const program = await buildWholeProgram();
  const leaves = leavesOf(program);

  it('says what it is for', () => {
    const silent = [program, ...leaves].flatMap((command) =>
      command.options
        .filter(({ description, hidden }) => !hidden && description.length < 8)
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(silent).toEqual([]);
  });

  it('tells its default where there is one', () => {
    const untold = [program, ...leaves].flatMap((command) =>
      command.options
        .filter((option) => takesValue(option) && !isAttribute(option))
        .filter(({ description, defaultValue, long }) => {
          const isTold = defaultValue !== undefined || /\(default: [^)]+\)/.test(description);
          return !isTold && !NOTHING_WHEN_ABSENT.has(long ?? '');
        })
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(untold).toEqual([]);
  });

  it('has no flag in the list of those without a default that is not there', () => {
    const known = new Set([program, ...leaves].flatMap(({ options }) => options.map(({ long }) => long)));
    expect([...NOTHING_WHEN_ABSENT].filter((flag) => !known.has(flag))).toEqual([]);
  });

  it('tells a default in words that can be typed, never as milliseconds', () => {
    const raw = [program, ...leaves].flatMap((command) =>
      command.options
        .filter(({ flags, defaultValue, defaultValueDescription }) => {
          const isDuration = flags.includes('<duration>') && typeof defaultValue === 'number';
          return isDuration && defaultValue !== 0 && defaultValueDescription === undefined;
        })
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(raw).toEqual([]);
  });

  it('means by --file the one thing itself, written as YAML or JSON', () => {
    const meanings = leaves.flatMap(({ options }) =>
      options.filter(({ long, hidden }) => long === '--file' && !hidden).map((option) => option.description),
    );
    expect(meanings).toHaveLength(6);
    expect(
      meanings.filter((meaning) => !/as YAML or JSON(?: \(SCIM §[\d.]+\))?; - is stdin/.test(meaning)),
    ).toEqual([]);
  });

  it('has an example that begins with its own words', () => {
    const without = leaves.filter((command) => {
      // "bulk undo" is another name of "undo".
      const words = wordsOf(command).replace(/^orgctl (bulk (?=(undo|resume|runs)))?/, '');
      return helpDetailsOf(command)?.examples.some((example) => example.includes(words)) !== true;
    });
    expect(without.map(wordsOf)).toEqual([]);
  });
});
