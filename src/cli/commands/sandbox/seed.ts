import { Failure } from '../../../failure/failure.ts';
import type { Issue } from '../../../failure/issue.ts';
import { pluralize, withCommas } from '../../../output/pluralize.ts';
import { demoOrganization } from '../../../sandbox/demo-organization.ts';
import { type GeneratedActivity, generateActivity } from '../../../sandbox/generate-activity.ts';
import { generateUsers } from '../../../sandbox/generate-users.ts';
import type { Organization } from '../../../sandbox/organization.ts';
import { EMPTY_SEED, readSeed, type Seed } from '../../../sandbox/read-seed.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import { applySeed } from '../../../sandbox/seed-changes.ts';
import { DEFAULT_VENDOR } from '../../../spec/default-vendor.ts';
import { readDocument } from '../../../terminal/read-document.ts';
import { inputName } from '../../../terminal/read-input.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { parseCount, parseLimit } from '../../options/parse-values.ts';
import { chosenFile } from '../../sandbox/chosen-file.ts';
import { dryRunSetup, replaceWithSetup } from '../../sandbox/replace-with-setup.ts';
import { filesOf, readAdditions, refuseTogether, type SeedAdditions } from '../../sandbox/seed-sources.ts';
import { SANDBOX_VIEW } from '../../views/sandbox-view.ts';
import { namesInWords } from '../../writes/where-words.ts';

/** Maximum number of generated users, because a state file is read as a whole. */
const MAX_PEOPLE = 1_000_000;

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl sandbox seed organization.yaml',
      'orgctl sandbox seed --people people.csv --groups groups.csv',
      'orgctl sandbox seed --people users.csv --groups teams.csv --only --state copy.ndjson',
      'orgctl sandbox seed --like prod --seed 7',
      'orgctl sandbox seed --users 10000 --local-ids',
      'orgctl sandbox seed --sessions 1000000 --log-entries 5000',
    ],
    needs: 'nothing: no token, no network; with --like a user token of that profile with scope admin',
  });
  return command
    .argument('[file]', 'YAML or JSON with settings, users, groups and tokens to add or change; - is stdin')
    .option('--people <file>', 'add the users of a CSV, such as "scim users export" writes')
    .option('--groups <file>', 'add the groups of a CSV, such as "scim groups export" writes')
    .option('--only', 'with --people: replace all sandbox data with these users and groups')
    .option('--like <profile>', 'replace all data with generated users in the shape of a live organization')
    .option('--seed <number>', 'with --like: seed of the generated names (default: 1)', parseLimit)
    .option('--users <count>', 'add this many generated users', parseCount)
    .option('--sessions <count>', 'add this many generated sessions', parseCount)
    .option('--log-entries <count>', 'add this many generated integration log entries', parseCount)
    .option('--denied-invites <count>', 'add this many generated denied invites, for example 50', parseCount)
    .option('--local-ids', 'give every user a workspace-local ID, for "migrate exchange"')
    .option('--state <file>', 'file of the sandbox (default: the one of the profile "sandbox")')
    .action(
      act(async (context, file, { users = 0, state, ...given }) => {
        const { common, host } = context;
        refuseTogether(given);
        const { sessions = 0, logEntries = 0, deniedInvites = 0, localIds = false } = given;
        const activity = { sessions, logEntries, deniedInvites, localIds };
        const source = given.people ?? given.groups ?? given.like ?? file;
        refuseCounts(users, source !== undefined || Object.values(activity).some(Boolean));
        const seed = await readOrganization(context, file);
        const stateFile = chosenFile(context, state);
        const more = await readAdditions(context, given);
        const addition = { seed, file, more, files: filesOf(given), users, activity };
        const add = (organization: Organization) => addToOrganization(organization, addition, host.now());
        if (common.dryRun === true)
          return context.messages.note(
            `would set up ${await dryRunSetup(context, stateFile, more.invented, add)}`,
          );
        if (more.invented !== undefined) await replaceWithSetup(context, stateFile, more.invented, add);
        await addToStored(context, stateFile, more, add);
      }),
    );
};

/** Adds to the organization in a state file, and prints it. */
async function addToStored(
  context: Context,
  stateFile: string,
  { fullMembersIn }: SeedAdditions,
  add: (organization: Organization) => string,
): Promise<void> {
  const { now } = context.host;
  const sandbox = await openSandbox({ initial: demoOrganization(), now, stateFile });
  try {
    const fullMembers = await sandbox.setUp((organization) => {
      const names = fullMembersIn(organization);
      add(organization);
      return names;
    });
    await noteFullMembers(context, fullMembers);
    const { organization } = sandbox;
    await (await context.printer()).one({ file: stateFile, organization }, SANDBOX_VIEW);
  } finally {
    sandbox.close();
  }
}

/** What the command line adds to an organization. */
interface Addition {
  /** The content of `file`. */
  readonly seed: Seed;
  readonly file: string | undefined;
  /** The users and groups of `files`, or of --like. */
  readonly more: SeedAdditions;
  readonly files: readonly string[];
  /** Number of generated users. */
  readonly users: number;
  readonly activity: GeneratedActivity;
}

/**
 * @returns the number of users and groups that were added, in words
 * @throws Failure `invalidInput` for what does not fit the organization
 */
function addToOrganization(
  organization: Organization,
  { seed, file, more, files, users, activity }: Addition,
  now: number,
): string {
  refuseAny(applySeed(seed, organization, now), file);
  const groups = [...organization.groups()];
  const added = more.among((id) => groups.find((group) => group.id === id)?.displayName);
  refuseAny(applySeed(added.seed, organization, now).map(added.located), ...files);
  addGenerated(users, activity, organization, now);
  return countsInWords([seed, added.seed], users);
}

function addGenerated(
  users: number,
  activity: GeneratedActivity,
  organization: Organization,
  now: number,
): void {
  const domain = new URL(organization.settings.url).hostname;
  const people = [...generateUsers(users, organization.userCount + 1, domain)];
  applySeed({ ...EMPTY_SEED, users: people }, organization, now);
  for (const record of generateActivity(activity, organization, now)) organization.change({ record });
}

/** @throws Failure `usage` for nothing to add, and for more users than a state file can hold */
function refuseCounts(users: number, hasMore: boolean): void {
  if (users === 0 && !hasMore)
    throw new Failure('usage', 'nothing to add was given', {
      hint: 'give a file, --people people.csv, --users 10000, or --sessions 1000000',
    });
  if (users > MAX_PEOPLE) throw new Failure('usage', `--users takes at most ${withCommas(MAX_PEOPLE)}`);
}

/** Returns the description in a file; an empty one without a file. @throws Failure `invalidInput` */
async function readOrganization({ common, host }: Context, file: string | undefined): Promise<Seed> {
  const document =
    file === undefined
      ? {}
      : await readDocument(file, host.streams.stdin, (heading) =>
          seedCommandForExport(host.argv, file, heading),
        );
  const { seed, issues } = readSeed(document, common.vendor ?? DEFAULT_VENDOR);
  refuseAny(issues, file);
  return seed;
}

/** Returns the command line with the flag for an export before its file. */
function seedCommandForExport(argv: readonly string[], file: string, heading: string): string {
  const cells = heading.toLowerCase().split(/[",;\t|]+/);
  const flag = cells.includes('group') && cells.includes('member') ? '--groups' : '--people';
  const at = argv.lastIndexOf(file);
  return ['orgctl', ...argv.slice(0, at), flag, ...argv.slice(at)].map(quoted).join(' ');
}

/** Returns the number of users and groups in seeds, plus generated users. */
function countsInWords(seeds: readonly Seed[], generated: number): string {
  const users = seeds.reduce((sum, one) => sum + one.users.length, generated);
  const groups = seeds.reduce((sum, one) => sum + one.groups.length, 0);
  return `${pluralize(users, 'user')} and ${pluralize(groups, 'group')}`;
}

/**
 * Prints which users became full members: an export leaves `guest` blank for single-channel guests, and a
 * blank value means a full member.
 */
async function noteFullMembers({ messages }: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const [became, made] =
    names.length === 1
      ? ['a full member', 'a single-channel guest']
      : ['full members', 'single-channel guests'];
  const who = `${pluralize(names.length, 'user')} with a blank "guest" became ${became}`;
  await messages.note(`${who}: ${namesInWords(names)}; for ${made}, write "single-channel"`);
}

function refuseAny(issues: readonly Issue[], ...files: readonly (string | undefined)[]): void {
  if (issues.length === 0) return;
  const names = files.map((file) => inputName(file ?? '-')).join(' and ');
  const found = pluralize(issues.length, 'mistake');
  throw new Failure('invalidInput', `${names}: ${found}; nothing was set up`, { issues });
}
