import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { WEB_API_METHODS } from '../../src/spec/webapi-methods.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

/** The eight reasons and their meanings, from WEB §2.1. */
const REASONS = [
  ['user', /manually disabled/],
  ['rate_limits', /rate limits exceeded/],
  ['slack', /service operator/],
  ['errors', /too many errors/],
  ['system', /system change/],
  ['admin', /admin action/],
  ['api_decline', /declined/],
  ['deauth', /de-authorized/],
] as const;

async function entriesOf(words: string): Promise<readonly JsonObject[]> {
  const ran = await freshMachine().orgctl(`-p sandbox logs ${words} -o json`);
  expect(ran.exit).toBe(0);
  return JSON.parse(ran.stdout);
}

describe('logs (WEB §4.2)', () => {
  it('shows entries of services and of applications in one table', async () => {
    const { stdout } = await freshMachine().orgctl(
      '-p sandbox logs -o csv --columns app,kind,change,user,channel,feed',
    );
    expect(stdout).toContain('Incoming webhooks (418200417),service,added,tomas.rey,C0LIGHTHOUSE,');
    expect(stdout).toContain('Deploybot (A0DEPLOY),app,added,walt.finch,,');
    expect(stdout).toContain(
      'RSS (418200555),service,updated,aroha.ngata,C0SUPPORT,updated: Status of our suppliers',
    );
  });

  it.each(REASONS)('explains the reason %s (WEB §2.1)', async (reason, meaning) => {
    const { stdout } = await freshMachine().orgctl(
      '-p sandbox logs --change disabled -o csv --columns reasonCode,reason',
    );
    const line = stdout.split('\n').find((text) => text.startsWith(`${reason},`));
    expect(line).toMatch(meaning);
  });

  it('prints the entries as the service sends them, newest first', async () => {
    const entries = await entriesOf('');
    expect(entries).toHaveLength(26);
    expect(entries[0]).toMatchObject({ app_id: 'A0POLLS', change_type: 'disabled', reason: 'deauth' });
    const dates = entries.map(({ date }) => Number(date));
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
  });

  it.each([
    ['--app A0POLLS', 'app_id', 'A0POLLS'],
    ['--service 418200417', 'service_id', 418_200_417],
    ['--change expanded', 'change_type', 'expanded'],
    ['--change added', 'change_type', 'added'],
    ['--user clara.voss', 'user_id', 'W12L3NPDN'],
    ['--team T0FINCH', 'user_name', 'mei.tanaka'],
  ])('filters with %s', async (words, member, value) => {
    const entries = await entriesOf(words);
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map((entry) => entry[member]))).toEqual(new Set([value]));
  });

  it('has a filter for every argument of the method', async () => {
    const { stdout } = await freshMachine().orgctl('logs --help');
    const flags = {
      app_id: '--app',
      service_id: '--service',
      change_type: '--change',
      user: '--user',
      team_id: '--team',
    };
    const { count: _, page: __, ...filters } = WEB_API_METHODS['team.integrationLogs'].arguments;
    expect(Object.keys(flags).sort()).toEqual(Object.keys(filters).sort());
    for (const flag of Object.values(flags)) expect(stdout).toContain(`${flag} <`);
  });

  it('selects a time range', async () => {
    const entries = await entriesOf('--since 2024-04-01 --until 2024-04-10T00:00:00Z');
    expect(entries.map(({ date }) => new Date(Number(date) * 1000).toISOString().slice(0, 10))).toEqual([
      '2024-04-07',
      '2024-04-06',
      '2024-04-03',
    ]);
    expect(await entriesOf('--since -1d')).toEqual([]);
    expect(await entriesOf('--since 1d')).toEqual([]);
    const all = await entriesOf('');
    expect(all).not.toEqual([]);
    for (const age of ['9000d', '-9000d']) expect(await entriesOf(`--since ${age}`)).toEqual(all);
    for (const age of ['1h', '-1h']) expect(await entriesOf(`--until ${age}`)).toEqual(all);
  });

  it.each([
    ['change', { change: 'disabled', count: 8 }],
    ['app', { app: 'Polls (A0POLLS)', count: 8 }],
    ['user', { user: 'clara.voss', count: 10 }],
    ['day', { day: '2024-03-15', count: 2 }],
  ])('counts by %s', async (by, expected) => {
    const { stdout } = await freshMachine().orgctl(`-p sandbox logs --by ${by} -o json`);
    expect(JSON.parse(stdout)).toContainEqual(expected);
  });

  it('reads all pages', async () => {
    const { orgctl, service, requests } = await onService();
    for (let number = 0; number < 250; number += 1) {
      service.sandbox.organization.apply({
        record: {
          kind: 'log',
          id: `x${number}`,
          teamId: 'T0FINCH',
          appId: 'A0INTAKE',
          userId: 'W11JUZTML',
          date: 1_720_000_000 + number,
          changeType: 'updated',
        },
      });
    }
    const ran = await orgctl('logs --team T0FINCH -o ndjson');
    expect(ran.stdout.trim().split('\n')).toHaveLength(252);
    expect(requests()).toBe(3);
  });

  it('reports that an org-level token requires a workspace', async () => {
    const { orgctl } = await onService();
    const ran = await orgctl('logs');
    expect(ran).toMatchObject({ exit: 6, stdout: '' });
    expect(ran.stderr).toContain('[missing_argument]');
  });
});

describe('logs --follow', () => {
  it('keeps printing new entries, oldest first, until stopped', async () => {
    const machine = freshMachine();
    const happen = async (change: string) => {
      const { exit } = await machine.orgctl(
        `-p sandbox api sandbox.apps.change app=A0POLLS change_type=${change}`,
      );
      expect(exit).toBe(0);
    };
    const changes = [['enabled', 'updated'], [], ['updated', 'removed', 'added']];
    let stop: (signal: 'SIGINT') => void = () => {};
    const ran = await machine.orgctl(
      '-p sandbox logs --follow --limit 2 -o csv --columns change,app --interval 20s',
      {
        onStart: (deliver) => {
          stop = deliver;
        },
        sleep: async () => {
          const next = changes.shift();
          for (const change of next ?? []) await happen(change);
          if (next === undefined) stop('SIGINT');
        },
      },
    );
    expect(ran.exit).toBe(130);
    expect(ran.stdout.trim().split('\n')).toEqual([
      'change,app',
      'enabled,Polls (A0POLLS)',
      'disabled,Polls (A0POLLS)',
      'enabled,Polls (A0POLLS)',
      'updated,Polls (A0POLLS)',
      'updated,Polls (A0POLLS)',
      'removed,Polls (A0POLLS)',
      'added,Polls (A0POLLS)',
    ]);
  });

  it('prints JSON line by line, since it has no end', async () => {
    const { orgctl } = freshMachine();
    let stop: (signal: 'SIGINT') => void = () => {};
    const ran = await orgctl('-p sandbox logs --follow --since 2024-05-01 -o json', {
      onStart: (deliver) => {
        stop = deliver;
      },
      sleep: async () => stop('SIGINT'),
    });
    expect(
      ran.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).reason),
    ).toEqual(['deauth']);
  });

  it.each(['--by day', '--until 2024-01-01'])('refuses %s', async (words) => {
    expect(await freshMachine().orgctl(`-p sandbox logs --follow ${words}`)).toMatchObject({
      exit: 2,
      stdout: '',
    });
  });
});

it.each([60, 80, 120])('logs: shows dates and users in full at %i columns', async (terminal) => {
  const { stdout } = await freshMachine().orgctl('-p sandbox logs', { terminal, env: { NO_COLOR: '1' } });
  const rows = stdout.trim().split('\n').slice(1);
  // A line that starts with a space continues the reason of the row above.
  expect(rows.filter((row) => !/^(?: {20}|20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ )/.test(row))).toEqual([]);
  expect(rows.filter((row) => row.length > terminal)).toEqual([]);
});

it('logs: wraps reasons without truncation at 120 columns', async () => {
  const { stdout } = await freshMachine().orgctl('-p sandbox logs', {
    terminal: 120,
    env: { NO_COLOR: '1' },
  });
  expect(stdout.split('\n')[0]).toMatch(/ Reason *$/);
  expect(stdout.split('\n').filter((line) => line.endsWith('…'))).toEqual([]);
});

describe('logs by name of an app or service', () => {
  const entriesOf = async (flags: string) => {
    const { stdout } = await freshMachine().orgctl(`-p sandbox logs ${flags} -o json`);
    return JSON.parse(stdout);
  };

  it.each([
    ['--app Polls', '--app A0POLLS'],
    ['--app polls', '--app A0POLLS'],
    ['--service rss', '--service 418200555'],
  ])('%s selects the same entries as %s', async (named, byId) => {
    const entries = await entriesOf(named);
    expect(entries).not.toEqual([]);
    expect(entries).toEqual(await entriesOf(byId));
  });

  it('reports an unknown name and suggests a similar one', async () => {
    const ran = await freshMachine().orgctl('-p sandbox logs --app Pols -o csv --no-header');
    expect(ran).toEqual({
      exit: 0,
      stdout: '',
      stderr:
        'no entries about "Pols" (did you mean "Polls"?); to list all apps: orgctl -p sandbox logs --by app\n',
    });
  });

  it.each([
    ['--app polls --since 7d', 'polls'],
    ['--app Polls --change added --until 2020-01-01', 'Polls'],
  ])('reports for %s that the name has entries, but none selected', async (flags, name) => {
    const ran = await freshMachine().orgctl(`-p sandbox logs ${flags} -o csv --no-header`);
    expect(ran).toEqual({
      exit: 0,
      stdout: '',
      stderr: `there are entries about "${name}", but none match the time range and the other flags\n`,
    });
  });
});
