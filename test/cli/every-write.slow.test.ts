import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { SandboxRequest } from '../../src/sandbox/scim-service.ts';
import { freshMachine, machineAt, type RunOptions } from '../support/run-orgctl.ts';
import { readingAndWriting } from '../support/writing-commands.ts';

type Answer = Awaited<ReturnType<Sandbox['answer']>>;
/** Handles a write instead of the service. */
type Fault = (request: SandboxRequest, answer: Sandbox['answer']) => Promise<Answer>;

/** A command that writes, and its outcome under each condition. */
interface Write {
  readonly line: string;
  /** A name touched by the command, which a profile can protect. */
  readonly touches: string;
  /** Writes that reach the service without faults. */
  readonly writes: number;
  /** The confirmation on a terminal before sending; undefined if there is none. */
  readonly asks?: 'yes' | 'name';
  /** The exit code if the response to the first write is lost although it was applied. */
  readonly lost: 0 | 13;
  /**
   * The exit code if the service responds with 200 and changes nothing; undefined if its response has nothing
   * to compare.
   */
  readonly notKept?: 3;
  readonly stdin?: string;
}

const SCIM_WRITES: readonly Write[] = [
  {
    line: 'scim users create --user-name eva --email eva@x.example --department X',
    touches: 'eva',
    writes: 1,
    lost: 0,
    notKept: 3,
  },
  { line: 'scim users patch tomas.rey --title VP', touches: 'tomas.rey', writes: 1, lost: 0, notKept: 3 },
  {
    line: 'scim users patch tomas.rey --manager walt.finch',
    touches: 'walt.finch',
    writes: 1,
    lost: 0,
    notKept: 3,
  },
  {
    line: 'scim users patch tomas.rey --file -',
    stdin: 'title: VP\n',
    touches: 'tomas.rey',
    writes: 1,
    lost: 13,
    notKept: 3,
  },
  {
    line: 'scim users replace tomas.rey --title VP',
    touches: 'tomas.rey',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  {
    line: 'scim users deactivate tomas.rey',
    touches: 'tomas.rey',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  { line: 'scim users activate former.member', touches: 'former.*', writes: 1, lost: 0, notKept: 3 },
  {
    line: 'scim users convert tomas.rey --to guest',
    touches: 'tomas.rey',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  { line: 'scim groups create Crew --member tomas.rey', touches: 'tomas.rey', writes: 2, lost: 0 },
  { line: 'scim groups patch IT --name Security', touches: 'IT', writes: 1, lost: 0, notKept: 3 },
  {
    line: 'scim groups replace IT --member samir.aziz',
    touches: 'IT',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  { line: 'scim groups delete IT', touches: 'IT', writes: 1, asks: 'name', lost: 0 },
  { line: 'scim groups members add IT tomas.rey', touches: 'tomas.rey', writes: 1, lost: 0, notKept: 3 },
  { line: 'scim groups members remove IT samir.aziz', touches: 'IT', writes: 1, lost: 0, notKept: 3 },
  {
    line: 'scim groups members set IT walt.finch',
    touches: 'samir.aziz',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  { line: 'scim groups members clear IT', touches: 'IT', writes: 1, asks: 'name', lost: 0, notKept: 3 },
];

const PEOPLE_WRITES: readonly Write[] = [
  {
    line: 'offboard tomas.rey',
    touches: 'tomas.rey',
    writes: 1,
    asks: 'yes',
    lost: 0,
    notKept: 3,
  },
  {
    line: 'onboard --user-name eva --email eva@x.example --department X',
    touches: 'eva',
    writes: 1,
    lost: 0,
    notKept: 3,
  },
];

const WEB_WRITES: readonly Write[] = [
  { line: 'admin policy assign --users tomas.rey', touches: 'tomas.rey', writes: 1, lost: 0 },
  {
    line: 'admin conversations convert-to-private C0LIGHTHOUSE --confirm C0LIGHTHOUSE',
    touches: 'C0LIGHTHOUSE',
    writes: 1,
    lost: 0,
  },
  { line: 'functions permissions set Fn0RELEASE --to everyone', touches: 'Fn0RELEASE', writes: 1, lost: 0 },
  { line: 'assistant status set D0DEPLOY 1709830800.000100 busy', touches: 'D0DEPLOY', writes: 1, lost: 0 },
  { line: 'assistant status clear D0DEPLOY 1709830800.000100', touches: 'D0DEPLOY', writes: 1, lost: 0 },
  { line: 'conversations mark C0RANDOM 1709571600.000100', touches: 'C0RANDOM', writes: 1, lost: 0 },
  {
    line: 'api conversations.mark channel=C0RANDOM ts=1709571600.000100',
    touches: 'C0*',
    writes: 1,
    lost: 0,
  },
];

const CASES = [
  ...(['1.1', '2.0'] as const).flatMap((version) =>
    [...SCIM_WRITES, ...PEOPLE_WRITES].map((write) => ({ ...write, version })),
  ),
  ...WEB_WRITES.map((write) => ({ ...write, version: '2.0' as const })),
];

const WRITES =
  /^(?:POST|PATCH|PUT|DELETE) .*\/scim\/|^POST .*\/api\/(?!auth\.test|admin\.users\.session\.list|team\.integrationLogs)/;

/**
 * The current handler: one server is shared by all tests, so that each of its profiles is stored once and
 * copied.
 */
let answerNow: Sandbox['answer'];
let server: Awaited<ReturnType<typeof listen>>;
const stored = new Map<string, Promise<string>>();

beforeAll(async () => {
  const sandbox = await openSandbox({ initial: demoOrganization(), now: Date.now });
  server = await listen({ ...sandbox, answer: (request) => answerNow(request) }, 0, Date.now);
});

afterAll(async () => {
  await server.close();
  for (const home of stored.values()) rmSync(await home, { recursive: true, force: true });
});

/** The home folder of a machine on which the profile "acme" was added with these flags. */
async function homeWith(flags: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-test-'));
  for (const [kind, token] of Object.entries(SANDBOX_TOKENS)) {
    const added = await machineAt(home).orgctl(
      `profile add acme ${kind === 'org' ? flags : ''} --token-kind ${kind} --token-stdin --no-check`,
      { stdin: token },
    );
    expect(added.exit).toBe(0);
  }
  return home;
}

/**
 * A machine with a profile of a served sandbox.
 * @returns a command runner and the writes that reached the service
 */
async function start(version: string, { flags = '', fault }: { flags?: string; fault?: Fault } = {}) {
  const sandbox = await openSandbox({ initial: demoOrganization(), now: Date.now });
  const writes: string[] = [];
  answerNow = async (request) => {
    const line = `${request.method} ${request.url}`;
    if (!WRITES.test(line)) return sandbox.answer(request);
    writes.push(line);
    return fault === undefined ? sandbox.answer(request) : fault(request, sandbox.answer);
  };
  const all = `--scim-url ${server.origin} --api-url ${server.origin}/api --scim-version ${version} ${flags}`;
  const home = stored.get(all) ?? homeWith(all);
  stored.set(all, home);
  const machine = freshMachine();
  cpSync(await home, machine.home, { recursive: true });
  const orgctl = (line: string, options: RunOptions = {}) =>
    machine.orgctl(`-p acme ${line}`, { sleep: async () => {}, ...options });
  return { machine, orgctl, writes };
}

/** Applies the first write and loses its response. */
function losingOnce(): Fault {
  let count = 0;
  return async (request, answer) => {
    count += 1;
    const answered = await answer(request);
    if (count === 1) throw new Error('the connection broke');
    return answered;
  };
}

/** Changes nothing; a gateway responds with status 200 and an error. */
const notOk: Fault = async (request, answer) => {
  const { headers } = await answer({ ...request, method: 'GET' });
  return { status: 200, headers, body: { ok: false, error: 'internal_error' } };
};

/** Changes nothing, and responds with the unchanged resource. */
const ignored: Fault = async (request, answer) => {
  if (request.method === 'DELETE') return { status: 204, headers: {}, body: undefined };
  if (request.method !== 'POST') return answer({ ...request, method: 'GET' });
  const { department: _, ...body } = JSON.parse(request.body ?? '{}');
  const bare = Object.fromEntries(Object.entries(body).filter(([name]) => !name.includes('enterprise')));
  return answer({ ...request, body: JSON.stringify(bare) });
};

describe.each(CASES)('$line over SCIM $version', ({ line, version, touches, writes: count, lost, stdin }) => {
  const input: RunOptions = stdin === undefined ? {} : { stdin };

  it('sends the writes and records the run', async () => {
    const { machine, orgctl, writes } = await start(version);
    const ran = await orgctl(`${line} --yes`, input);
    expect(ran).toMatchObject({ exit: 0 });
    expect(writes).toHaveLength(count);
    const runs = JSON.parse((await machine.orgctl('bulk runs list -o json')).stdout);
    expect(runs).toMatchObject([{ mode: 'single', state: 'finished', failed: 0, left: 0 }]);
  });

  it('is refused if it touches a protected user or group', async () => {
    const { orgctl, writes } = await start(version, { flags: `--protect ${touches}` });
    const ran = await orgctl(`${line} --yes`, input);
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toContain('the plan touches protected users or groups: ');
    expect(writes).toEqual([]);
  });

  it('is refused if it exceeds --max-changes', async () => {
    const { orgctl, writes } = await start(version, { flags: '--max-changes 0' });
    expect(await orgctl(`${line} --yes`, input)).toMatchObject({ exit: 9, stdout: '' });
    expect(writes).toEqual([]);
  });

  it('is refused on a read-only profile', async () => {
    const { orgctl, writes } = await start(version, { flags: '--read-only' });
    const ran = await orgctl(`${line} --yes`, input);
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toContain('is read-only; nothing was sent');
    expect(writes).toEqual([]);
  });

  it('shows the changes in a dry run without sending them, even over the limit or without --yes', async () => {
    const { machine, orgctl, writes } = await start(version);
    const ran = await orgctl(`-n ${line} -o json`, input);
    expect(ran).toMatchObject({ exit: 0 });
    expect(JSON.parse(ran.stdout)).toHaveLength(count);
    expect(writes).toEqual([]);
    expect((await machine.orgctl('bulk runs list -o json')).stdout).toBe('[]\n');
    const limited = await start(version, { flags: '--max-changes 0' });
    const over = await limited.orgctl(`-n ${line} -o json`, input);
    expect(over).toMatchObject({ exit: 9 });
    expect(JSON.parse(over.stdout)).toHaveLength(count);
    expect(limited.writes).toEqual([]);
  });

  it.each(['-o csv --columns nonsense', '-o json --query [['])(
    'sends nothing if %s cannot be printed',
    async (flags) => {
      const { orgctl, writes } = await start(version);
      const ran = await orgctl(`${line} --yes ${flags}`, input);
      // A command that prints nothing does not check columns.
      if (ran.exit !== 0) expect({ exit: ran.exit, writes }).toEqual({ exit: 2, writes: [] });
      else expect(ran.stdout).toBe('');
    },
  );

  it('checks or repeats a write whose response is lost', async () => {
    const { orgctl, writes } = await start(version, { fault: losingOnce() });
    const ran = await orgctl(`${line} --yes`, input);
    expect(ran).toMatchObject({ exit: lost });
    // A SCIM write is checked; a call that sets a state is repeated.
    const isCall = WEB_WRITES.some((write) => write.line === line);
    expect(writes).toHaveLength(isCall ? 2 : lost === 0 ? count : 1);
  });

  it('never succeeds after a 200 with ok: false', async () => {
    const { orgctl, writes } = await start(version, { fault: notOk });
    const ran = await orgctl(`${line} --yes`, input);
    expect([3, 6, 13]).toContain(ran.exit);
    expect(writes.length).toBeLessThanOrEqual(3);
  });
});

const COMPARED = CASES.filter(({ notKept }) => notKept !== undefined);

describe.each(COMPARED)(
  'unkept values of $line over SCIM $version',
  ({ line, version, writes: count, notKept, stdin }) => {
    const input: RunOptions = stdin === undefined ? {} : { stdin };

    it('reports the value that the service did not store', async () => {
      const { orgctl, writes } = await start(version, { fault: ignored });
      const ran = await orgctl(`${line} --yes`, input);
      expect(ran).toMatchObject({ exit: notKept });
      expect(ran.stderr).toContain('error: the service did not store ');
      expect(writes).toHaveLength(count);
    });
  },
);

const ASKED = CASES.filter(({ asks }) => asks !== undefined);

describe.each(ASKED)('confirmation of $line over SCIM $version', ({ line, version, asks }) => {
  it('sends nothing if the confirmation is declined', async () => {
    const { orgctl, writes } = await start(version);
    const terminal = { terminal: 120, env: { NO_COLOR: '1' } } as const;
    if (asks === 'yes') {
      const ran = await orgctl(line, { ...terminal, answers: [['(y/N)', 'n\n']] });
      expect(ran).toMatchObject({ exit: 14 });
      expect(ran.stderr).toContain('in "acme" (127.0.0.1:');
    } else {
      const ran = await orgctl(line, { ...terminal, answers: [['Type IT', '\u0003']] });
      expect([14, 130]).toContain(ran.exit);
    }
    expect(writes).toEqual([]);
    const unasked = await orgctl(line);
    expect(unasked).toMatchObject({ exit: 2, stdout: '' });
    expect(unasked.stderr).toContain('hint: add --yes');
  });
});

it('every command either writes, and is in CASES, or is one of READING', () => {
  const { reading, writing } = readingAndWriting();
  const isCovered = (words: string) => CASES.some(({ line }) => line.startsWith(`${words} `));
  expect({ neitherReadsNorWrites: writing.filter((words) => !isCovered(words)) }).toEqual({
    neitherReadsNorWrites: [],
  });
  expect(reading.filter(isCovered)).toEqual([]);
});
