import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine } from '../support/run-orgctl.ts';

async function cursorsOf({ orgctl }: Machine) {
  const { stdout } = await orgctl('-p sandbox api sandbox.cursors.list');
  return JSON.parse(stdout).cursors;
}

/** Five-second waits that end at once, or never. */
const waitsThatEnd = async () => {};
const waitsThatGoOn = () => new Promise<void>(() => {});

describe('conversations mark (WEB §4.7)', () => {
  it('says on a terminal what it prints for programs', async () => {
    const { orgctl } = freshMachine();
    const line = '-p sandbox conversations mark C0RANDOM 1709571600.000100';
    expect((await orgctl(line, { terminal: 80 })).stdout).toBe('');
    expect((await orgctl(`${line} -o csv`)).stdout).toBe(
      'channel,ts,passedOver,outcome\nC0RANDOM,1709571600.000100,0,marked\n',
    );
    expect((await orgctl(`${line} -o table --columns ts`)).stdout).toContain('1709571600.000100');
    const unknown = await orgctl(`${line} --columns nothing`);
    expect(unknown).toMatchObject({ exit: 2, stdout: '' });
    expect((await orgctl('-p sandbox runs list -o csv --columns id --no-header')).stdout).toMatch(
      /^(?:.+\n){3}$/,
    );
  });

  it('moves the read cursor of the caller', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox conversations mark C0RANDOM 1709571600.000100');
    expect(ran).toMatchObject({ exit: 0, stderr: 'read up to 1709571600.000100 in C0RANDOM\n' });
    expect(JSON.parse(ran.stdout)).toEqual({ channel: 'C0RANDOM', ts: '1709571600.000100', passedOver: 0 });
    expect(await cursorsOf(machine)).toEqual([{ place: 'C0RANDOM/W1118NVR2', ts: '1709571600.000100' }]);
  });

  it('sends only the last of several timestamps in quick succession', async () => {
    const machine = freshMachine();
    const lines = Array.from({ length: 500 }, (_, n) => `1709571600.${String(n).padStart(6, '0')}\n`).join(
      '',
    );
    const ran = await machine.orgctl('-p sandbox conversations mark C0RANDOM -o ndjson', {
      stdin: lines,
      sleep: waitsThatGoOn,
    });
    expect(ran.stdout).toBe('{"channel":"C0RANDOM","ts":"1709571600.000499","passedOver":499}\n');
    expect(await cursorsOf(machine)).toMatchObject([{ ts: '1709571600.000499' }]);
  });

  it.each([
    ['1709571600.000200', '1709571600.000100', '1709571600.000200'],
    ['1709571600.000100', '1709571600.000200', '1709571600.000200'],
    ['1709571600.000200', '1709571600.000200', '1709571600.000200'],
    ['1709571601.000001', '1709571600.999999', '1709571601.000001'],
    ['999999999.000200', '1709571600.000100', '1709571600.000100'],
  ])('sends the later one of %s and %s', async (one, other, later) => {
    const ran = await freshMachine().orgctl('-p sandbox conversations mark C0RANDOM -o csv --no-header', {
      stdin: `${one}\n${other}\n`,
      sleep: waitsThatGoOn,
    });
    expect(ran.stdout).toMatch(new RegExp(`^C0RANDOM,${later},1,`));
  });

  it('batches each conversation separately', async () => {
    const machine = freshMachine();
    const stdin = 'C0RANDOM 1709571600.000100\nC0SUPPORT 1709658000.000100\nC0RANDOM 1709571600.000200\n';
    const ran = await machine.orgctl('-p sandbox conversations mark -o csv', { stdin, sleep: waitsThatGoOn });
    expect(ran.stdout).toBe(
      'channel,ts,passedOver,outcome\nC0RANDOM,1709571600.000200,1,marked\nC0SUPPORT,1709658000.000100,0,marked\n',
    );
  });

  it('sends the pending timestamp after the wait, while the stream is open', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl('-p sandbox conversations mark C0RANDOM -o ndjson', {
      stdin: '1709571600.000100\n',
      sleep: waitsThatEnd,
    });
    expect(ran.stdout).toBe('{"channel":"C0RANDOM","ts":"1709571600.000100","passedOver":0}\n');
  });

  it('ignores empty cells of a line', async () => {
    const ran = await freshMachine().orgctl('-p sandbox conversations mark -o csv', {
      stdin: 'C0RANDOM,1709571600.000100,\n',
      sleep: waitsThatEnd,
    });
    expect(ran).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('C0RANDOM,1709571600.000100,0,marked'),
    });
  });

  it('skips a line with more than a conversation and a timestamp, and warns', async () => {
    const ran = await freshMachine().orgctl('-p sandbox conversations mark -o csv', {
      stdin: 'C0RANDOM 1709571600.000100 1709571600.000200\n',
      sleep: waitsThatGoOn,
    });
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining(': a line is CHANNEL TIMESTAMP\n'),
    });
    expect(ran.stdout).not.toContain('marked');
  });

  it('skips a line that is not a timestamp, and warns', async () => {
    const ran = await freshMachine().orgctl('-p sandbox conversations mark C0RANDOM -o csv', {
      stdin: '1709571600.000100\nyesterday\n',
      sleep: waitsThatGoOn,
    });
    expect(ran.exit).toBe(3);
    expect(ran.stdout).toContain('C0RANDOM,1709571600.000100,0,marked');
    expect(ran.stderr).toContain('warning: skipped "yesterday": ');
  });

  it.each([
    ['C0NOWHERE 1709571600.000100', 6, 'channel_not_found'],
    ['C0LIGHTHOUSE 1709571600.000100', 6, 'not_in_channel'],
    ['C0RANDOM yesterday', 2, 'invalid_timestamp'],
  ])('refuses %s', async (words, exit, code) => {
    const ran = await freshMachine().orgctl(`-p sandbox conversations mark ${words}`);
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(ran.stderr).toContain(`[${code}]`);
  });
});

it('a name instead of the ID of a channel on stdin is skipped', async () => {
  const ran = await freshMachine().orgctl('-p sandbox conversations mark -o csv --no-header', {
    stdin: 'random 1709571600.000100\nC0RANDOM 1709571600.000100\n',
  });
  expect(ran).toMatchObject({ exit: 3, stdout: 'C0RANDOM,1709571600.000100,0,marked\n' });
  expect(ran.stderr).toContain('skipped "random 1709571600.000100": "random" is not the ID of a channel\n');
  expect(ran.stderr).toContain('error: 1 mark failed\n');
});

it.each([
  ['json', (text: string) => JSON.parse(text).length],
  ['csv', (text: string) => text.trim().split('\n').length - 1],
] as const)('a dry run of several conversations prints one list: %s', async (format, countOf) => {
  for (const [stdin, count] of [
    ['C0RANDOM 1709571600.000100\nC0SUPPORT 1709658000.000100\n', 2],
    ['C0RANDOM 1709571600.000100\n', 1],
  ] as const) {
    const ran = await freshMachine().orgctl(`-p sandbox conversations mark -n -o ${format}`, { stdin });
    expect(ran.exit).toBe(0);
    expect(countOf(ran.stdout)).toBe(count);
    expect(ran.stderr).toContain(`dry run: ${count} method`);
  }
  const none = await freshMachine().orgctl('-p sandbox conversations mark -n -o json', { stdin: '' });
  expect(none).toMatchObject({ exit: 0, stdout: '[]\n' });
});

it.each(['json', 'table'])('a dry run with stdin prints calls and no outcomes: %s', async (format) => {
  const ran = await freshMachine().orgctl(`-p sandbox conversations mark C0RANDOM -n -o ${format}`, {
    stdin: '1709571600.000100\n',
  });
  expect(ran).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('marked') });
  expect(ran.stdout).toContain('C0RANDOM');
  if (format === 'json') expect(JSON.parse(ran.stdout)).toHaveLength(1);
});
