import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { organizationOf } from '../support/organization-world.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

const NOW = Date.UTC(2026, 5, 1, 12, 0, 0);
const now = () => NOW;

describe('admin sessions (WEB §4.4)', () => {
  it('lists every session as the service sends it', async () => {
    const { stdout, exit } = await freshMachine().orgctl('-p sandbox admin sessions', { now });
    const sessions: JsonObject[] = JSON.parse(stdout);
    expect(exit).toBe(0);
    expect(sessions).toHaveLength(18);
    expect(sessions[0]).toMatchObject({
      user_id: 'W10IMBXVJ',
      team_id: 'T0HARBOUR',
      session_id: 40_110,
      created: { os: 'macOS', ip: '192.0.2.10' },
      recent: { os: 'macOS', ip: '192.0.2.14' },
    });
  });

  it('lists the sessions of one user in one workspace, and none for a user without sessions', async () => {
    const { orgctl } = freshMachine();
    const own = await orgctl('-p sandbox admin sessions clara.voss --team T0HARBOUR -o ndjson', { now });
    expect(own.stdout.trim().split('\n')).toHaveLength(2);
    const none = await orgctl('-p sandbox admin sessions aroha.ngata --team T0HARBOUR', { now });
    expect(none).toMatchObject({ exit: 0, stdout: '[]\n', stderr: '' });
  });

  it('shows the latest state of each session, and only old sessions with --stale', async () => {
    const { stdout, stderr } = await freshMachine().orgctl(
      '-p sandbox admin sessions --stale 90d -o csv --columns user,os,ip,lastSeen',
      { now },
    );
    expect(stdout.trim().split('\n')).toEqual([
      'user,os,ip,lastSeen',
      'W1118NVR2,Web,203.0.113.4,2026-02-26T00:00:00Z',
      'W11JUZTML,macOS 10.15.7,203.0.113.80,2024-07-01T00:00:00Z',
      'W122HBRI4,Android 14,198.51.100.44,2026-01-22T00:00:00Z',
      'W133PZN96,Linux 6.8.0,203.0.113.200,2025-01-17T00:00:00Z',
      'W133PZN96,Web,203.0.113.200,2026-03-02T00:00:00Z',
    ]);
    expect(stderr).toBe('sessions unchanged for at least 90 days\n');
  });

  it('leaves sessions without a date out of --stale and reports their number', async () => {
    const session = (id: number, date?: number) => ({
      user_id: `W${id}`,
      team_id: 'T1',
      session_id: id,
      created: date === undefined ? {} : { date: String(date / 1000) },
    });
    const day = 24 * 60 * 60 * 1000;
    const sessions = [session(1), session(2, NOW - 91 * day), session(3, NOW - 90 * day), session(4)];
    const body = { ok: true, active_sessions: sessions, response_metadata: {} };
    const service = await faultySandbox(organizationOf({}), [{ do: 'answer', body }], now);
    const ran = await freshMachine().orgctl(
      `--api-url ${service.origin}/api admin sessions --stale 90d --query [].session_id`,
      { now, env: { ORGCTL_TOKEN: 'abcdefghijk' } },
    );
    expect(ran).toMatchObject({ exit: 0, stdout: '[\n  2\n]\n' });
    expect(ran.stderr).toContain('2 sessions have no date, so --stale does not select them\n');
  });

  it('accepts an age with or without a minus sign', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox admin sessions --stale 90d -o csv');
    expect(await orgctl('-p sandbox admin sessions --stale -90d -o csv')).toEqual(ran);
    expect(ran.exit).toBe(0);
  });

  it('lists sessions active since a time, with user names in every format', async () => {
    const { orgctl } = freshMachine();
    const list = async (flags: string) =>
      (await orgctl(`-p sandbox admin sessions ${flags} --columns name,lastSeen`, { now })).stdout;
    const csv = await list('--since 7d -o csv --no-header');
    const rows = csv
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    expect(rows.map(([name]) => name)).toContain('clara.voss');
    expect(JSON.parse(await list('--since 7d -o json'))).toEqual(
      rows.map(([name, lastSeen]) => ({ name, lastSeen })),
    );
    const date = new Date(NOW - 7 * 24 * 60 * 60 * 1000).toISOString();
    expect(await list(`--since ${date} -o csv --no-header`)).toBe(csv);
    const all = (await list('-o csv --no-header')).trim().split('\n');
    const older = (await list('--stale 7d -o csv --no-header')).trim().split('\n');
    expect([...rows.map((row) => row.join(',')), ...older].sort()).toEqual([...all].sort());
  });

  it.each(['lastSeen ge 7d', '"Last change" ge 7d'])(
    'suggests --since and --stale for --where %s',
    async (where) => {
      const ran = await freshMachine().words(['-p', 'sandbox', 'admin', 'sessions', '--where', where]);
      expect(ran).toEqual({
        exit: 2,
        stdout: '',
        stderr:
          'error: --where selects users, and users have no column for the last change of a session\n' +
          'hint: changed since: --since 7d; without a change for that long: --stale 90d\n',
      });
    },
  );

  it.each([
    ['admin sessions ines.harbour', 'name,created'],
    ['admin sessions --limit 3', 'created,name,user'],
    ['logs --limit 5', 'date,reason'],
    ['admin invites denied --team T0FINCH', 'deniedBy,requestedBy'],
  ])('prints the same values in every format: %s --columns %s', async (line, columns) => {
    const { orgctl } = freshMachine();
    const command = `-p sandbox ${line} --columns ${columns}`;
    const json: Record<string, string | null>[] = JSON.parse(
      (await orgctl(`${command} -o json`, { now })).stdout,
    );
    const tsv = await orgctl(`${command} -o tsv --no-header`, { now });
    const cells = json.map((row) => columns.split(',').map((name) => row[name] ?? ''));
    expect(tsv.stdout).toBe(`${cells.map((row) => row.join('\t')).join('\n')}\n`);
  });

  it('spells out the age of --stale, so that minutes are not mistaken for months', async () => {
    const { stderr } = await freshMachine().orgctl('-p sandbox admin sessions --stale 3m', { now });
    expect(stderr).toBe('sessions unchanged for at least 3 minutes\n');
  });

  it.each([
    ['user', { user: 'tomas.rey', count: 3 }],
    ['os', { os: 'Web', count: 4 }],
    ['client', { client: '4.39.95', count: 6 }],
    ['ip', { ip: '203.0.113.200', count: 2 }],
  ])('counts sessions by %s', async (by, expected) => {
    const { stdout } = await freshMachine().orgctl(`-p sandbox admin sessions --by ${by}`, { now });
    expect(JSON.parse(stdout)).toContainEqual(expected);
  });

  it('draws bars only on a terminal', async () => {
    const { orgctl } = freshMachine();
    const terminal = await orgctl('-p sandbox admin sessions --by os --color never', { now, terminal: 80 });
    expect(terminal.stdout.split('\n')[0]).toMatch(/^System +Count +%/);
    expect(terminal.stdout).toMatch(/^Web +4 +22\.2 +█{40}$/m);
    expect(terminal.stdout).toMatch(/^macOS 10 +1 +5\.6 +█{10}$/m);
    const narrow = await orgctl('-p sandbox admin sessions --by os --color never', { now, terminal: 60 });
    expect(Math.max(...narrow.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(narrow.stdout).not.toContain('…');
    const piped = await orgctl('-p sandbox admin sessions --by os -o table', { now });
    expect(piped.stdout).not.toContain('█');
  });

  it('fits a narrow terminal and reports omitted columns and the reached limit', async () => {
    const ran = await freshMachine().orgctl('-p sandbox admin sessions --limit 3 --color never', {
      now,
      terminal: 60,
    });
    for (const line of ran.stdout.split('\n')) expect([...line].length).toBeLessThanOrEqual(60);
    expect(ran.stderr).toContain('hidden columns');
    expect(ran.stderr).toContain('3 shown, and there are more: try --limit 30');
  });

  it('lists the sessions of selected users across all workspaces, with names', async () => {
    const { orgctl } = freshMachine();
    const flags = '-o csv --columns name,team --no-header';
    const ran = await orgctl(`-p sandbox admin sessions tomas.rey clara.voss ${flags}`);
    expect(ran.stdout.trim().split('\n')).toEqual([
      'clara.voss,T0HARBOUR',
      'clara.voss,T0FINCH',
      'clara.voss,T0HARBOUR',
      'tomas.rey,T0HARBOUR',
      'tomas.rey,T0HARBOUR',
      'tomas.rey,T0PIER',
    ]);
    const one = await orgctl(`-p sandbox admin sessions tomas.rey ${flags}`);
    expect(one.stdout).toBe('tomas.rey,T0HARBOUR\ntomas.rey,T0HARBOUR\ntomas.rey,T0PIER\n');
    const matching = await orgctl(`-p sandbox admin sessions --where 'department eq "Product"' ${flags}`);
    expect(matching.stdout.split('\n')).toHaveLength(4);
    const nobody = await orgctl(`-p sandbox admin sessions --where 'department eq "X"' -o json`);
    expect(nobody).toMatchObject({ exit: 0, stdout: '[]\n' });
  });

  it('lists the sessions of one workspace, and counts sessions by workspace', async () => {
    const { orgctl } = freshMachine();
    const pier = await orgctl('-p sandbox admin sessions --team T0PIER -o csv --columns name --no-header');
    expect(pier.stdout).toBe('walt.finch\ntomas.rey\n');
    const counts = await orgctl('-p sandbox admin sessions --by workspace -o csv --no-header');
    expect(counts.stdout).toMatch(/^T0HARBOUR,12,/);
  });

  it.each([
    ['sandbox-member-token', 'not_an_admin', 'orgctl explain not_an_admin'],
    ['sandbox-unscoped-token', 'missing_scope', 'orgctl explain missing_scope'],
    ['sandbox-workspace-token', 'not_allowed_token_type', 'orgctl explain not_allowed_token_type'],
    ['sandbox-expired-token', 'token_expired', 'it is the token in ORGCTL_TOKEN (SHA-256 …05cb)'],
    ['nobodys-token-at-all', 'invalid_auth', 'it is the token in ORGCTL_TOKEN (SHA-256 …2a60)'],
  ])('explains why %s is refused and what to do (WEB §5)', async (token, code, hint) => {
    const { orgctl } = await onService();
    const ran = await orgctl('admin sessions', { env: { ORGCTL_TOKEN: token } });
    expect(ran).toMatchObject({ exit: 4, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
    expect(ran.stderr).toContain(`hint: ${hint}`);
    expect(ran.stderr).not.toContain(token);
  });

  it('names the needed and the provided scopes (OBSERVED §10)', async () => {
    const { orgctl } = await onService();
    const ran = await orgctl('admin sessions', { env: { ORGCTL_TOKEN: 'sandbox-unscoped-token' } });
    expect(ran.stderr).toContain('needed admin.users:read; provided users:read');
  });
});

describe('admin invites denied (WEB §4.3)', () => {
  it('lists denied invitations as the service sends them, and with email, kind and actor in CSV', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl('-p sandbox admin invites denied --team T0HARBOUR');
    const [first]: JsonObject[] = JSON.parse(stdout);
    expect(first).toMatchObject({
      invite_request: { email: 'nils.berg@partner.example', is_restricted: true },
      denied_by: { actor_type: 'user', actor_id: 'W122HBRI4' },
    });
    const table = await orgctl(
      '-p sandbox admin invites denied --team T0HARBOUR -o csv --columns email,kind,deniedBy,expires',
    );
    expect(table.stdout).toContain(
      'ada.okoye@partner.example,single-channel guest,samir.aziz,2024-06-02T09:00:00Z',
    );
    expect(table.stdout).toContain('cleo.marsh@partner.example,member,app A0ADMIN,');
  });

  it('requires --team if there are several workspaces', async () => {
    const ran = await freshMachine().orgctl('-p sandbox admin invites denied');
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('team_id');
    expect(ran.stderr).toContain('hint: name the workspace: --team T…');
  });
});

describe('admin sessions of one user in a workspace', () => {
  it.each(['tomas.rey', 'W133PZN96'])('reports that %s is not a member of the workspace', async (name) => {
    const { orgctl } = freshMachine();
    const ran = await orgctl(`-p sandbox admin sessions ${name} --team T0FINCH`);
    expect(ran).toEqual({
      exit: 6,
      stdout: '',
      stderr:
        'error: tomas.rey is not in the workspace T0FINCH [user_not_found]\n' +
        'hint: sessions in every workspace: orgctl -p sandbox admin sessions tomas.rey\n',
    });
  });

  it('reports the error of the service for an unknown user ID', async () => {
    const ran = await freshMachine().orgctl('-p sandbox admin sessions W0NOBODY99 --team T0FINCH');
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain('the user does not exist [user_not_found]');
  });
});

describe('admin policy assign (WEB §4.1)', () => {
  it('assigns users given by userName, email or ID, and reports each batch', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('people.txt'),
      '# new\ntomas.rey\nclara.voss@harbour-finch.example, W10IMBXVJ\n',
    );
    const ran = await machine.orgctl(
      `-p sandbox admin policy assign --users clara.voss --file ${machine.path('people.txt')}`,
    );
    expect(JSON.parse(ran.stdout)).toEqual([
      { outcome: 'assigned', entity_ids: ['W12L3NPDN', 'W133PZN96', 'W10IMBXVJ'], entity_total_count: 4 },
    ]);
    expect(ran).toMatchObject({ exit: 0 });
    expect(ran.stderr).toContain('3 of 3 users assigned to email_password');
  });

  it('assigns no user if names are unknown, and lists all of them', async () => {
    const { orgctl } = freshMachine();
    const ran = await orgctl('-p sandbox admin policy assign --users nobody,clara.voss,nosuch');
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('"nobody" (no_such_user)\nno user has the userName "nosuch" (no_such_user)');
    expect(ran.stderr).toContain('error: 2 of 3 users were not found; nothing was sent [no_such_user]');
  });

  it('identifies the users of a batch that do not exist, and assigns the others', async () => {
    const ran = await freshMachine().orgctl(
      '-p sandbox admin policy assign --users W10IMBXVJ,W0GONE0001,W12L3NPDN,W133PZN96,W0GONE0002 -o csv --columns outcome,count,users,code',
    );
    expect(ran.exit).toBe(3);
    expect(ran.stdout.trim().split('\n').slice(1).sort()).toEqual([
      'assigned,1,W10IMBXVJ,',
      'assigned,1,W12L3NPDN,',
      'assigned,1,W133PZN96,',
      'refused,1,W0GONE0001,entity_not_found',
      'refused,1,W0GONE0002,entity_not_found',
    ]);
    expect(ran.stderr).toContain('2 of 5 users were not assigned');
  });

  it('names the users of a batch in a table, followed by their IDs', async () => {
    const { stdout } = await freshMachine().orgctl(
      '-p sandbox admin policy assign --users clara.voss,W133PZN96,walt.finch,W10IMBXVJ -o table',
    );
    expect(stdout).toMatch(/^Outcome +Users +In the policy +Code +Names\n/);
    expect(stdout).toContain(
      'clara.voss (W12L3NPDN), tomas.rey (W133PZN96), walt.finch (W1118NVR2) and 1 more',
    );
    const byId = await freshMachine().orgctl('-p sandbox admin policy assign --users W133PZN96 -o table');
    expect(byId.stdout).toContain('tomas.rey (W133PZN96)');
  });

  it('splits a long list at the entity limit', async () => {
    const { orgctl, requests, service } = await onService();
    for (let number = 0; number < 2500; number += 1) {
      const id = `W0MANY${String(number).padStart(4, '0')}`;
      service.sandbox.organization.apply({
        user: {
          id,
          rank: 'member',
          values: { userName: id.toLowerCase(), active: true },
          created: '2024-01-01T00:00:00Z',
          hasCustomProfile: false,
        },
      });
    }
    const ids = Array.from({ length: 2500 }, (_, number) => `W0MANY${String(number).padStart(4, '0')}`);
    const ran = await orgctl('admin policy assign --file - -o csv --columns outcome,count', {
      stdin: ids.join('\n'),
    });
    expect(ran.stdout).toBe('outcome,count\nassigned,1000\nassigned,1000\nassigned,500\n');
    expect(requests()).toBe(3);
  });

  it('refuses another policy before sending anything, and an empty list of users', async () => {
    const { orgctl } = freshMachine();
    const other = await orgctl('-p sandbox admin policy assign other --users W10IMBXVJ');
    expect(other).toMatchObject({ exit: 2, stdout: '' });
    expect(other.stderr).toContain('[policy_not_found]');
    expect(await orgctl('-p sandbox admin policy assign')).toMatchObject({ exit: 2, stdout: '' });
  });
});

describe('admin conversations convert-to-private (WEB §4.9)', () => {
  const LINE = '-p sandbox admin conversations convert-to-private C0LIGHTHOUSE';

  it('converts only after the channel ID is typed', async () => {
    const { orgctl } = freshMachine();
    const question = 'Type C0LIGHTHOUSE to continue';
    const wrong = await orgctl(LINE, { terminal: 100, answers: [[question, 'C0OTHER\n']] });
    expect(wrong.exit).toBe(14);
    expect(wrong.stderr).toContain('declined; nothing was sent');
    expect(wrong.stderr).toContain(
      'about to permanently make C0LIGHTHOUSE private in "sandbox" (sandbox.localhost)',
    );
    // The color of a warning is an escape sequence of orgctl, so it must not be shown as "^[" like foreign
    // text.
    expect(wrong.stderr).not.toContain('^[');
    const right = await orgctl(LINE, { terminal: 100, answers: [[question, 'C0LIGHTHOUSE\n']] });
    expect(right.exit).toBe(0);
    expect(right.stderr).toContain('C0LIGHTHOUSE is private now');
    const again = await orgctl(`${LINE} --confirm C0LIGHTHOUSE`);
    expect(again.stderr).toContain('[channel_type_not_supported]');
  });

  it('accepts neither --yes nor --confirm with another channel', async () => {
    const { orgctl } = freshMachine();
    const yes = await orgctl(`${LINE} --yes`);
    expect(yes).toMatchObject({ exit: 2, stdout: '' });
    expect(yes.stderr).toMatch(
      /^error: --confirm is needed to permanently make C0LIGHTHOUSE private in "sandbox"/m,
    );
    expect(yes.stderr).toContain('add --confirm C0LIGHTHOUSE');
    expect(await orgctl(`${LINE} --confirm C0OTHER`)).toMatchObject({ exit: 2 });
    expect(await orgctl(`${LINE} --confirm C0LIGHTHOUSE`)).toMatchObject({ exit: 0 });
  });

  it('is refused on a read-only profile before any question', async () => {
    const env = { ORGCTL_READ_ONLY: '1' };
    const ran = await freshMachine().orgctl(LINE, { terminal: 100, env });
    expect(ran.exit).toBe(9);
    expect(ran.stderr).not.toContain('permanently make');
  });

  it('shows the request in a dry run', async () => {
    const ran = await freshMachine().orgctl(`${LINE} -n -v -o json`);
    expect(JSON.parse(ran.stdout)).toMatchObject([
      {
        kind: 'callMethod',
        method: 'admin.conversations.convertToPrivate',
        arguments: { channel_id: 'C0LIGHTHOUSE' },
        implies: ['cannotBeUndone'],
      },
    ]);
    expect(ran.stderr).toContain('C0LIGHTHOUSE: this cannot be undone\n');
    expect(ran.stderr).toContain('POST http://sandbox.localhost/api/admin.conversations.convertToPrivate\n');
  });

  it('prints the ID of the channel for programs', async () => {
    const { orgctl } = freshMachine();
    const { exit, stdout } = await orgctl(`${LINE} --confirm C0LIGHTHOUSE`);
    expect([exit, JSON.parse(stdout)]).toEqual([0, { channel_id: 'C0LIGHTHOUSE' }]);
  });

  it.each([
    ['C0GENERAL', 'channel_type_not_supported'],
    ['C0ANNOUNCE', 'default_org_wide_channel'],
    ['C0STUDIO', 'restricted_action'],
    ['C0VENTURE', 'external_channel_migrating'],
    ['C0NOWHERE', 'channel_not_found'],
  ])('explains why %s cannot be converted', async (channel, code) => {
    const ran = await freshMachine().orgctl(
      `-p sandbox admin conversations convert-to-private ${channel} --confirm ${channel}`,
    );
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
  });
});

describe('user names in tables', () => {
  it('are shown in denied invitations, in every format', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox admin invites denied --team T0HARBOUR --columns deniedBy,requestedBy';
    const { stdout } = await orgctl(`${line} -o table`);
    expect(stdout).toMatch(/^samir\.aziz +clara\.voss/m);
    expect(stdout).not.toMatch(/W1\w{7}/);
    expect((await orgctl(`${line} -o csv`)).stdout).toContain('samir.aziz,clara.voss');
  });

  it('are shown in the permissions and channels of the sandbox', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox functions permissions set Fn0RELEASE --users clara.voss,tomas.rey');
    await orgctl('-p sandbox conversations mark C0RANDOM 1709571600.000100');
    const table = await orgctl('sandbox status --permissions -o table');
    expect(table.stdout).toMatch(/clara\.voss, tomas\.rey/);
    expect((await orgctl('sandbox status --permissions -o csv')).stdout).toContain('W12L3NPDN, W133PZN96');
    expect((await orgctl('sandbox status --channels -o table')).stdout).not.toMatch(/W1\w{7}/);
  });
});

describe('admin sessions in a workspace that no session confirms', () => {
  const known = '; --team takes an ID; workspaces with sessions: ';
  it.each([
    ['--team T0NOPE', `warning: no session is in a workspace "T0NOPE"${known}`],
    ['--team FINCH', `warning: no session is in a workspace "FINCH"${known}`],
    ['clara.voss tomas.rey --team FINCH', `warning: no session is in a workspace "FINCH"${known}`],
    ['--team FINCH --by workspace', `warning: no session is in a workspace "FINCH"${known}`],
  ])('warns: %s', async (words, warning) => {
    const ran = await freshMachine().orgctl(`-p sandbox admin sessions ${words} -o csv --no-header`);
    expect(ran).toMatchObject({ exit: 0, stdout: '' });
    expect(ran.stderr).toContain(warning);
    expect(ran.stderr).toContain('T0HARBOUR');
  });

  it.each(['--team T0FINCH', '--team T0FINCH --since 2099-01-01', 'clara.voss --team T0FINCH'])(
    'does not warn if one does: %s',
    async (words) => {
      const { stderr } = await freshMachine().orgctl(`-p sandbox admin sessions ${words}`);
      expect(stderr).not.toContain('warning');
    },
  );
});
