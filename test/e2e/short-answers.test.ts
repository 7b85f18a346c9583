import { describe, expect, it, test } from 'vitest';
import { writeToFullPipe } from '../support/full-pipe.ts';
import { freshHome, inShell } from '../support/real-bin.ts';

const shell = (line: string) => inShell(freshHome(), line);

describe.each([
  ['--version', '--version', /^\d+\.\d+\.\d+$/],
  ['tab completion', "__complete bash 'orgctl -p sandbox scim us' ' '", /^words\nusers$/],
])('%s', (_, words, text) => {
  test.each(['', '| cat', '> answer; cat answer'])('is printed to every kind of output: %s', async (to) => {
    const { stdout, stderr, exitCode } = await shell(`orgctl ${words} ${to}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(text);
  });

  it('exits with 0 if the reader has closed the pipe', async () => {
    const { stdout, stderr } = await shell(`orgctl ${words} | true; echo "\${PIPESTATUS[0]}"`);
    expect({ stdout, stderr }).toEqual({ stdout: '0', stderr: '' });
  });

  it('waits for space in a full non-blocking pipe', async () => {
    const { stdout, stderr, exitCode } = await writeToFullPipe(freshHome(), words);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'EAGAIN\n' });
    expect(stdout.trimEnd()).toMatch(text);
  });
});

it('--version reports a full disk, and tab completion ignores it', async () => {
  expect(await shell('orgctl --version > /dev/full')).toMatchObject({
    exitCode: 12,
    stderr: 'error: cannot write to stdout (ENOSPC)',
  });
  expect(await shell("orgctl __complete bash 'orgctl ' ' ' > /dev/full")).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
});
