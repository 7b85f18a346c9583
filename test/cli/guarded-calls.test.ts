import { describe, expect, it } from 'vitest';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { listeningSandbox } from '../support/listening-sandbox.ts';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

const TOUCHES = 'error: the plan touches protected users or groups: clara.voss\n';

/** IDs of one user, global and workspace-local. */
const CLARA = { id: 'W12L3NPDN', localId: 'U12L3NPDN', email: 'clara.voss@harbour-finch.example' };

async function runsOf(machine: Machine): Promise<number> {
  return JSON.parse((await machine.orgctl('runs list -o json')).stdout).length;
}

describe('a call with arguments that the service would refuse', () => {
  it.each([
    [
      'functions permissions set Fn0RELEASE --users ,',
      'requires at least one of user_ids, team_ids, org_ids',
    ],
    ['api conversations.mark channel=C0RANDOM', 'ts is missing'],
    ['admin policy assign bogus --users clara.voss', 'policy_name is "bogus"; expected email_password'],
    [`assistant status set D0DEPLOY 1709830800.000100 x${' --loading-message y'.repeat(11)}`, 'at most 10'],
    ['assistant status clear D0DEPLOY yesterday', 'thread_ts'],
  ])('is refused by a dry run too, and leaves no record: %s', async (line, message) => {
    const machine = freshMachine();
    for (const flag of ['-n', '--yes']) {
      const { exit, stdout, stderr } = await machine.orgctl(`-p sandbox ${line} ${flag}`);
      expect([exit, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain(message);
    }
    expect((await machine.orgctl('runs list -o json')).stdout).toBe('[]\n');
  });
});

describe('protection of users in Web API calls', () => {
  const CALLS = [
    `admin policy assign --users ${CLARA.id}`,
    `admin policy assign --users ${CLARA.localId}`,
    `functions permissions set Fn0RELEASE --users ${CLARA.localId}`,
    `api admin.auth.policy.assignEntities policy_name=email_password entity_type=USER entity_ids=${CLARA.localId}`,
    `api some.method user=${CLARA.email}`,
    `api some.method user=x,${CLARA.localId}`,
    `api some.method 'text=to ${CLARA.id} and others'`,
    `api some.method 'x:=[{"a":{"b":"${CLARA.id}"}}]'`,
    `api some.method 'x:=[{"${CLARA.id}":{"b":1}}]'`,
    `api some.method 'x=[{"a":["${CLARA.localId}"]}]'`,
    `api some.method ${CLARA.localId}=1`,
    `api some.method ${CLARA.email}=1`,
    `api some.method user=${CLARA.id} --get`,
    `api some.method user=${CLARA.id} --paginate`,
  ];

  it.each(CALLS)('refuses %s', async (line) => {
    const machine = freshMachine();
    for (const pattern of ['clara.voss', CLARA.id, CLARA.email]) {
      const ran = await machine.orgctl(`-p sandbox ${line}`, { env: { ORGCTL_PROTECT: pattern } });
      expect(ran).toMatchObject({ exit: 9, stdout: '' });
      expect(ran.stderr).toContain(TOUCHES);
    }
    expect(await runsOf(machine)).toBe(0);
  });

  it('allows a call for another user, by global or local ID', async () => {
    const machine = freshMachine();
    const env = { ORGCTL_PROTECT: 'clara.voss' };
    for (const id of ['W10IMBXVJ', 'U10IMBXVJ'])
      expect(await machine.orgctl(`-p sandbox admin policy assign --users ${id}`, { env })).toMatchObject({
        exit: 0,
      });
  });

  it('refuses an ID whose user is unknown', async () => {
    const ran = await freshMachine().orgctl('-p sandbox admin policy assign --users U0NOBODY99', {
      env: { ORGCTL_PROTECT: 'clara.voss' },
    });
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toBe(
      'error: cannot tell whether U0NOBODY99 is protected: the service has no user with this ID\nhint: use userNames or e-mail addresses\n',
    );
  });

  it('treats a capitalized word as text, not as an ID', async () => {
    const ran = await freshMachine().orgctl('-p sandbox api some.method type=USER', {
      env: { ORGCTL_PROTECT: 'clara.voss' },
    });
    expect(ran.exit).toBe(6);
  });
});

describe('protection with the Web API alone', () => {
  async function webMachine() {
    const { origin } = await listeningSandbox({ token: SANDBOX_TOKENS.org });
    const machine = freshMachine();
    const orgctl = (line: string, protect: string) =>
      machine.orgctl(`--api-url ${origin}/api ${line}`, {
        env: { ORGCTL_TOKEN: SANDBOX_TOKENS.user, ORGCTL_PROTECT: protect },
      });
    return { machine, orgctl };
  }

  it.each([CLARA.id, CLARA.localId, CLARA.email])('refuses %s if a name is protected', async (who) => {
    const { machine, orgctl } = await webMachine();
    for (const pattern of ['clara.voss', 'clara*', '*@harbour-finch.example']) {
      const ran = await orgctl(`api some.method user=${who}`, pattern);
      expect(ran).toMatchObject({ exit: 9, stdout: '' });
    }
    const ran = await orgctl(`api some.method user=${who}`, 'clara.voss');
    expect(ran.stderr).toBe(
      `error: cannot tell whether ${who} is protected: names can be looked up only over SCIM\nhint: add --scim-url\n`,
    );
    expect(await runsOf(machine)).toBe(0);
  });

  it('matches protected IDs with global and local IDs', async () => {
    const { orgctl } = await webMachine();
    for (const id of [CLARA.id, CLARA.localId])
      expect((await orgctl(`admin policy assign --users ${id}`, CLARA.id)).stderr).toContain(
        `the plan touches protected users or groups: ${id}`,
      );
    const other = await orgctl('api some.method user=U10IMBXVJ', `${CLARA.id},C0LIGHTHOUSE`);
    expect(other.stderr).toContain('[unknown_method]');
  });
});

describe('api with writes and methods without description', () => {
  it.each([
    'conversations.mark channel=C0RANDOM ts=1709571600.000100',
    'assistant.threads.setStatus channel_id=D0DEPLOY thread_ts=1709830800.000100 status=busy',
  ])('refuses --paginate for a method that writes: %s', async (words) => {
    const machine = freshMachine();
    const ran = await machine.orgctl(`-p sandbox api ${words} --paginate`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toMatch(/^error: \S+ is a write and has no pages: omit --paginate\n/);
    expect(await runsOf(machine)).toBe(0);
  });

  it.each(['', '--get', '--paginate', '--get --paginate'])(
    'treats a method without description as a write (%s)',
    async (flags) => {
      const machine = freshMachine();
      const line = `-p sandbox api sandbox.threads.list ${flags}`;
      const dry = await machine.orgctl(`${line} -n -o json`);
      expect(JSON.parse(dry.stdout)).toMatchObject([{ kind: 'callMethod' }]);
      for (const env of [{ ORGCTL_READ_ONLY: '1' }, { ORGCTL_MAX_CHANGES: '0' }])
        expect(await machine.orgctl(line, { env })).toMatchObject({ exit: 9, stdout: '' });
      expect(await runsOf(machine)).toBe(0);
      const debugged = await machine.orgctl(`${line} --debug`);
      expect(debugged.exit).toBe(0);
      expect(debugged.stderr).toContain(`${flags.includes('--get') ? 'GET' : 'POST'} `);
      expect(await runsOf(machine)).toBe(1);
    },
  );

  it('prints the items of a paginated method, up to --limit', async () => {
    const machine = freshMachine();
    const status = '-p sandbox assistant status set D0DEPLOY 1709830800.000100 busy';
    expect((await machine.orgctl(status)).exit).toBe(0);
    const { stdout, exit } = await machine.orgctl('-p sandbox api team.integrationLogs --paginate --limit 3');
    expect([exit, JSON.parse(stdout).length]).toEqual([0, 3]);
  });
});
