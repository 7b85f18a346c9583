import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine, type Machine, type RunOptions } from '../support/run-orgctl.ts';

/** A pager that stores its input, and quits after this many bytes. */
function pagerOf(machine: Machine, quitAfter = Number.POSITIVE_INFINITY): string {
  writeFileSync(
    machine.path('pager.cjs'),
    `const { appendFileSync } = require('node:fs');
    let read = 0;
    process.stdout.write('PAGER LESS=' + process.env.LESS + '\\n');
    process.stdin.on('data', (piece) => {
      appendFileSync(${JSON.stringify(machine.path('paged.txt'))}, piece);
      read += piece.length;
      if (read >= ${quitAfter}) process.exit(0);
    });`,
  );
  return `${process.execPath} ${machine.path('pager.cjs')}`;
}

const pagedOn = (machine: Machine) =>
  existsSync(machine.path('paged.txt')) ? readFileSync(machine.path('paged.txt'), 'utf8') : undefined;

/** Runs a command on a terminal of 80 columns. */
async function shown(line: string, options: RunOptions & { pager?: string | undefined } = {}) {
  const machine = freshMachine();
  const PAGER = 'pager' in options ? options.pager : pagerOf(machine);
  const ran = await machine.orgctl(`-p sandbox ${line}`, {
    terminal: 80,
    rows: 10,
    ...options,
    env: { NO_COLOR: '1', ...(PAGER === undefined ? {} : { PAGER }), ...options.env },
  });
  return { ...ran, paged: pagedOn(machine) };
}

describe('output longer than the screen', () => {
  it('is piped to PAGER with the flags of less, and notes follow', async () => {
    const { exit, stdout, stderr, paged } = await shown('scim users list --limit 11');
    expect(exit).toBe(0);
    expect(stdout).toBe('PAGER LESS=FRX\n');
    expect(paged?.split('\n')[0]).toMatch(/^Username +Display name/);
    expect(paged?.split('\n')).toHaveLength(13);
    expect(stderr).toContain('11 of 12');
  });

  it('uses the LESS variable of the user', async () => {
    const { stdout } = await shown('scim users list', { env: { LESS: 'S' } });
    expect(stdout).toBe('PAGER LESS=S\n');
  });

  it.each([
    [9, 12],
    [10, 12],
    [11, 12],
    [12, 12],
    [13, 12],
    [14, 12],
    [15, 12],
  ])('is paged on %i rows only if 13 lines and the prompt do not fit', async (rows) => {
    const { stdout, paged } = await shown('scim users list', { rows });
    expect(paged !== undefined).toBe(rows < 14);
    expect(stdout.startsWith('Username')).toBe(rows >= 14);
  });

  it.each([
    '-o json',
    '-o yaml',
    '-o csv',
    '-o ndjson',
    "--query '[].userName'",
    '-o text --query [].userName',
  ])('is paged with %s', async (flags) => {
    const machine = freshMachine();
    const list = (more: string) =>
      machine.orgctl(`-p sandbox scim users list ${flags} ${more}`, {
        terminal: 80,
        rows: 5,
        env: { NO_COLOR: '1', PAGER: pagerOf(machine) },
      });
    const direct = await list('--no-pager');
    expect(direct.stdout).toContain('walt.finch');
    expect((await list('')).stdout).toBe('PAGER LESS=FRX\n');
    expect(pagedOn(machine)).toBe(direct.stdout);
  });

  it.each([
    ['--no-pager', {}],
    ['', { ORGCTL_NO_PAGER: '1' }],
    ['', { PAGER: 'cat' }],
    ['', { PAGER: '' }],
    ['', { PAGER: ' ' }],
    ['', { TERM: 'dumb' }],
    ['', { PAGER: 'no-such-pager-anywhere -R' }],
  ])('is printed directly with %s %j', async (flags, env) => {
    const { exit, stdout, stderr, paged } = await shown(`scim users list ${flags}`, { env });
    expect({ exit, paged }).toEqual({ exit: 0, paged: undefined });
    expect(stdout.split('\n')).toHaveLength(14);
    expect(stderr).not.toContain('ENOENT');
  });

  it('is printed directly without PAGER, in a pipe, and with an unknown number of rows', async () => {
    expect((await shown('scim users list', { pager: undefined })).stdout).toContain('walt.finch');
    const machine = freshMachine();
    const PAGER = pagerOf(machine);
    for (const options of [{}, { rows: 5 }, { terminal: 80 }]) {
      const { stdout } = await machine.orgctl('-p sandbox scim users list', { ...options, env: { PAGER } });
      expect(stdout).toContain('walt.finch');
      expect(pagedOn(machine)).toBeUndefined();
    }
  });

  it('is no error if the user quits early', async () => {
    const machine = freshMachine();
    // More text than fits into a pipe, so that the program writes to a pager that has ended.
    await machine.orgctl('-p sandbox sandbox seed --users 2000 --yes');
    const list = (flags: string) =>
      machine.orgctl(`-p sandbox scim users list --limit 2000 ${flags}`, {
        terminal: 80,
        rows: 10,
        env: { NO_COLOR: '1', PAGER: pagerOf(machine, 1) },
      });
    const direct = await list('--no-pager');
    const { exit, stdout, stderr } = await list('');
    const hidden = 'hidden columns: Title (choose with --columns)\n';
    expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: 'PAGER LESS=FRX\n', stderr: hidden });
    // The list ended early: its end is not reported.
    expect(direct.stderr).toContain('2,000 of 2,012');
    const paged = pagedOn(machine) ?? '';
    expect(direct.stdout.startsWith(paged)).toBe(true);
    expect(paged.length).toBeGreaterThan(0);
    expect(paged.length).toBeLessThan(direct.stdout.length);
  });

  it('contains no secret', async () => {
    const canary = 'PROXY-CANARY-9fK2mWq7Lz4s';
    const machine = freshMachine();
    writeFileSync(machine.path('p.csv'), `userName,email,displayName\nbo,bo@x.example,${canary}\n`);
    await machine.orgctl(`-p sandbox bulk apply ${machine.path('p.csv')} --yes`);
    await machine.orgctl('-p sandbox scim users list -o json', {
      terminal: 80,
      rows: 5,
      env: { PAGER: pagerOf(machine), HTTPS_PROXY: `http://me:${canary}@127.0.0.1:1` },
    });
    expect(pagedOn(machine)).toContain('«redacted»');
    expect(pagedOn(machine)).not.toContain(canary);
  });

  it('passes Ctrl-C to the pager while it is running', async () => {
    const machine = freshMachine();
    writeFileSync(
      machine.path('slow.cjs'),
      "process.stdout.write('UP\\n'); process.stdin.resume().on('end', () => setTimeout(() => process.stdout.write('DOWN\\n'), 300));",
    );
    let deliver: (signal: 'SIGINT') => void = () => {};
    let isSent = false;
    const { exit, stdout } = await machine.orgctl('-p sandbox scim users list', {
      terminal: 80,
      rows: 5,
      env: { PAGER: `${process.execPath} ${machine.path('slow.cjs')}` },
      onStart: (send) => {
        deliver = send;
      },
      onStdout: (written) => {
        if (isSent || !written.includes('UP')) return;
        isSent = true;
        deliver('SIGINT');
      },
    });
    expect({ exit, stdout, isSent }).toEqual({ exit: 0, stdout: 'UP\nDOWN\n', isSent: true });
  });
});
