import { existsSync } from 'node:fs';
import { Failure } from '../../../failure/failure.ts';
import type { Issue } from '../../../failure/issue.ts';
import { counted } from '../../../output/counted.ts';
import { demoOrganization } from '../../../sandbox/demo-organization.ts';
import { generateActivity } from '../../../sandbox/generate-activity.ts';
import { generateUsers } from '../../../sandbox/generate-users.ts';
import { inventedBeginning } from '../../../sandbox/invented-organization.ts';
import type { Organization } from '../../../sandbox/organization.ts';
import { EMPTY_SEED, readSeed, type Seed } from '../../../sandbox/read-seed.ts';
import { openSandbox } from '../../../sandbox/sandbox.ts';
import { applySeed } from '../../../sandbox/seed-changes.ts';
import { DEFAULT_VENDOR } from '../../../spec/default-vendor.ts';
import type { JsonObject } from '../../../spec/wire.ts';
import { readDocument } from '../../../terminal/read-document.ts';
import { inputName } from '../../../terminal/read-input.ts';
import type { CommandModule } from '../../command-module.ts';
import { quoted } from '../../command-words.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { askToGoOn } from '../../naming/ask.ts';
import { parseCount, parseLimit } from '../../options/parse-values.ts';
import { chosenFile } from '../../sandbox/chosen-file.ts';
import type { NameOfGroup, ReadExports } from '../../sandbox/read-exports.ts';
import { SANDBOX_VIEW } from '../../views/sandbox-view.ts';
import { namesInWords } from '../../writes/where-words.ts';

/** A state file is read as one piece. */
const MOST_PEOPLE = 1_000_000;

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
    .option('--only', 'with --people: replace what the sandbox holds; only these people and groups are left')
    .option('--like <profile>', 'replace the sandbox with made-up people in the shape of a live organization')
    .option('--seed <number>', 'with --like: seed of the made-up names (default: 1)', parseLimit)
    .option('--users <count>', 'add this many generated users', parseCount)
    .option('--sessions <count>', 'add this many generated sessions', parseCount)
    .option('--log-entries <count>', 'add this many generated integration log entries', parseCount)
    .option('--denied-invites <count>', 'add this many generated denied invites, for example 50', parseCount)
    .option('--local-ids', 'give everybody a workspace-local ID, for "migrate exchange"')
    .option('--state <file>', 'file of the sandbox (default: the one of the profile "sandbox")')
    .action(
      act(async (context, file, { users = 0, state, ...given }) => {
        const { common, world } = context;
        refuseTogether(given);
        const { sessions = 0, logEntries = 0, deniedInvites = 0, localIds = false } = given;
        const activity = { sessions, logEntries, deniedInvites, localIds };
        const source = given.people ?? given.groups ?? given.like ?? file;
        refuseCounts(users, source !== undefined || Object.values(activity).some(Boolean));
        const document = file === undefined ? {} : await readOrganization(context, file);
        const { seed, issues } = readSeed(document, common.vendor ?? DEFAULT_VENDOR);
        refuseAny(issues, file);
        const stateFile = chosenFile(context, state);
        const more = await readMore(context, given);
        let fullMembers: readonly string[] = [];
        const setUp = (organization: Organization): string => {
          fullMembers = more.fullMembersIn(organization);
          refuseAny(applySeed(seed, organization, world.now()), file);
          const groups = [...organization.groups()];
          const added = more.among((id) => groups.find((group) => group.id === id)?.displayName);
          const unknown = applySeed(added.seed, organization, world.now());
          refuseAny(unknown.map(added.located), ...filesOf(given));
          addGenerated(users, activity, organization, world.now());
          return inWords([seed, added.seed], users);
        };
        if (common.dryRun === true)
          return context.messages.note(
            `would set up ${await wouldSetUp(context, stateFile, more.invented, setUp)}`,
          );
        if (more.invented !== undefined) await beginAnew(context, stateFile, more.invented, setUp);
        const sandbox = await openSandbox({ initial: demoOrganization(), now: world.now, stateFile });
        await sandbox.setUp(setUp);
        await tellFullMembers(context, fullMembers);
        const { organization } = sandbox;
        await (await context.printer()).one({ file: stateFile, organization }, SANDBOX_VIEW);
        sandbox.close();
      }),
    );
};

function addGenerated(
  users: number,
  activity: Parameters<typeof generateActivity>[0],
  organization: Organization,
  now: number,
): void {
  const domain = new URL(organization.settings.url).hostname;
  const people = [...generateUsers(users, organization.userCount + 1, domain)];
  applySeed({ ...EMPTY_SEED, users: people }, organization, now);
  for (const record of generateActivity(activity, organization, now)) organization.change({ record });
}

/** @throws Failure `usage` for nothing, and for more people than a state file takes */
function refuseCounts(users: number, hasMore: boolean): void {
  if (users === 0 && !hasMore)
    throw new Failure('usage', 'nothing to set up was given', {
      hint: 'a file, --people people.csv, --users 10000, or --sessions 1000000',
    });
  if (users > MOST_PEOPLE)
    throw new Failure('usage', `--users takes at most ${MOST_PEOPLE.toLocaleString('en')}`);
}

function readOrganization({ world }: Context, file: string): Promise<JsonObject> {
  return readDocument(file, world.streams.stdin, (heading) => seedOfExport(world.argv, file, heading));
}

/** The same command line with the flag of an export in front of its file. */
function seedOfExport(argv: readonly string[], file: string, heading: string): string {
  const cells = heading.toLowerCase().split(/[",;\t|]+/);
  const flag = cells.includes('group') && cells.includes('member') ? '--groups' : '--people';
  const at = argv.lastIndexOf(file);
  return ['orgctl', ...argv.slice(0, at), flag, ...argv.slice(at)].map(quoted).join(' ');
}

/** How many users and groups seeds have, with the users that are generated. */
function inWords(seeds: readonly Seed[], generated: number): string {
  const users = seeds.reduce((sum, one) => sum + one.users.length, generated);
  const groups = seeds.reduce((sum, one) => sum + one.groups.length, 0);
  return `${counted(users, 'user')} and ${counted(groups, 'group')}`;
}

/**
 * Returns what a seed would set up: it is tried on the organization that is there, or on the one that takes its place, and nothing of it
 * is kept.
 * @throws what setting it up throws
 */
async function wouldSetUp(
  { world }: Context,
  stateFile: string,
  invented: Seed['users'] | undefined,
  setUp: (organization: Organization) => string,
): Promise<string> {
  if (invented?.length === 0)
    throw new Failure('invalidInput', 'there are no users to begin an organization with');
  const initial = invented === undefined ? demoOrganization() : inventedBeginning(invented);
  const isKept = invented === undefined && existsSync(stateFile);
  const sandbox = await openSandbox({ initial, now: world.now, ...(isKept ? { stateFile } : {}) });
  let what = '';
  try {
    await sandbox.setUp((organization) => {
      what = setUp(organization);
      throw new NothingKept();
    });
  } catch (error) {
    if (!(error instanceof NothingKept)) throw error;
  } finally {
    sandbox.close();
  }
  return what;
}

/** Thrown so that a set-up that was only tried is not kept. */
class NothingKept extends Error {}

/**
 * An organization in the shape of another one takes the place of what the file holds: added to it, the sizes would be others.
 * @throws what setting it up throws, and then the organization that is there stays as it is
 */
async function beginAnew(
  context: Context,
  stateFile: string,
  people: Seed['users'],
  setUp: (organization: Organization) => string,
): Promise<void> {
  await wouldSetUp(context, stateFile, people, setUp);
  if (existsSync(stateFile)) await askToGoOn(context, `Replace the organization in ${stateFile}?`);
  const { replaceOrganization } = await import('../../sandbox/replace-organization.ts');
  await replaceOrganization(
    context,
    stateFile,
    inventedBeginning(people),
    'the sandbox holds another organization',
  );
}

interface Sources {
  readonly people?: string | undefined;
  readonly groups?: string | undefined;
  readonly like?: string | undefined;
  readonly only?: true | undefined;
  readonly seed?: number | undefined;
}

function refuseTogether({ people, groups, like, only }: Sources): void {
  if (only === true && people === undefined)
    throw new Failure('usage', '--only replaces the organization by the people of a file', {
      hint: '--only --people people.csv --groups groups.csv',
    });
  if (like !== undefined && (people !== undefined || groups !== undefined))
    throw new Failure('usage', '--like reads users and groups itself', {
      hint: 'leave --people and --groups out',
    });
  if (people === '-' && groups === '-')
    throw new Failure('usage', '--people and --groups cannot both be stdin');
}

/** What the flags add to the file. */
interface Added {
  /** Returns it for a sandbox with these groups. */
  readonly among: (nameOfGroup: NameOfGroup) => ReadExports;
  /** The people of the new organization: those of --like, or of files that replace it. */
  readonly invented?: Seed['users'];
  /** Returns the names of people who may be single-channel guests and become full members of this sandbox, before they are added. */
  readonly fullMembersIn: (organization: Organization) => readonly string[];
}

/** Reads what the flags add to the file: exports, or an invented organization. */
async function readMore(context: Context, { people, groups, like, only, seed = 1 }: Sources): Promise<Added> {
  const { common, world, messages } = context;
  if (people !== undefined || groups !== undefined) {
    const { readExports } = await import('../../sandbox/read-exports.ts');
    const vendor = common.vendor ?? DEFAULT_VENDOR;
    const { among, blankGuests } = await readExports({ people, groups }, world.streams.stdin, vendor);
    // The people of the files hold the built-in accounts, and with them the tokens and workspaces.
    if (only === true)
      return { among, invented: among(() => undefined).seed.users, fullMembersIn: () => blankGuests };
    return {
      among,
      fullMembersIn: (organization) =>
        blankGuests.filter((name) => organization.userByUserName(name) === undefined),
    };
  }
  if (like === undefined)
    return { among: () => ({ seed: EMPTY_SEED, located: (issue) => issue }), fullMembersIn: () => [] };
  const { inventLike } = await import('../../sandbox/read-like.ts');
  const { seed: invented, unknown } = await inventLike(context, like, seed);
  if (unknown.managers + unknown.members > 0)
    await messages.note(
      `left out: ${counted(unknown.managers, 'manager')} and ${counted(unknown.members, 'membership')} of users who are not in the list of users`,
    );
  return {
    among: () => ({ seed: invented, located: (issue) => issue }),
    invented: invented.users,
    fullMembersIn: () => [],
  };
}

/** An export leaves the guest of single-channel guests blank, and a blank makes nobody a guest. */
async function tellFullMembers({ messages }: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const [became, made] =
    names.length === 1
      ? ['a full member', 'a single-channel guest']
      : ['full members', 'single-channel guests'];
  const who = `${counted(names.length, 'user')} whose guest is blank became ${became}`;
  await messages.note(`${who}: ${namesInWords(names)}; "single-channel" there makes ${made}`);
}

const filesOf = ({ people, groups }: Sources) =>
  [people, groups].filter((file): file is string => file !== undefined);

function refuseAny(issues: readonly Issue[], ...files: readonly (string | undefined)[]): void {
  if (issues.length === 0) return;
  const names = files.map((file) => inputName(file ?? '-')).join(' and ');
  const found = counted(issues.length, 'mistake');
  throw new Failure('invalidInput', `${names}: ${found}; nothing was set up`, { issues });
}
