import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenFrom } from '../../src/profiles/profile.ts';
import { readStoredToken, readTokenFile } from '../../src/profiles/read-token.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TOKEN = 'canary-1234567890-token';

describe('token', () => {
  it.each([TOKEN, `${TOKEN}\n`, `${TOKEN}\r\n`])('is read without a trailing line end', (text) => {
    expect(tokenFrom(text)).toBe(TOKEN);
  });

  it.each([
    ['', 'the token is empty'],
    [' \n', 'the token is empty'],
    [`${TOKEN} `, 'the token contains a character that cannot be sent (position 24)'],
    [` ${TOKEN}`, 'the token contains a character that cannot be sent (position 1)'],
    [`${TOKEN}\nnext`, 'the token contains a character that cannot be sent (position 24)'],
    [`ca\0nary-${TOKEN}`, 'the token contains a character that cannot be sent (position 3)'],
    [`canäry-${TOKEN}`, 'the token contains a character that cannot be sent (position 4)'],
  ])('that cannot be sent is refused without being quoted', (text, message) => {
    expect(() => tokenFrom(text)).toThrowError(expect.objectContaining({ kind: 'usage', message }));
  });

  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}\n`, `Authorization: Bearer ${TOKEN}`])(
    'given with the name of its header is refused with what to leave out',
    (text) => {
      expect(() => tokenFrom(text)).toThrowError(
        expect.objectContaining({ hint: 'leave out Bearer: give only the token' }),
      );
    },
  );

  it('is read from a file', () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, `${TOKEN}\n`);
    expect(readTokenFile(path)).toBe(TOKEN);
    expect(() => readTokenFile(`${path}.missing`)).toThrowError(
      expect.objectContaining({
        kind: 'usage',
        message: `cannot read the token file ${path}.missing: no such file or folder`,
      }),
    );
  });

  it('is the first line printed by a command', async () => {
    expect(await readStoredToken({ value: TOKEN })).toBe(TOKEN);
    expect(await readStoredToken({ command: `printf '%s\\n%s\\n' ${TOKEN} rest` })).toBe(TOKEN);
    expect(await readStoredToken({ command: `printf '%s\\r\\n%s\\r\\n' ${TOKEN} rest` })).toBe(TOKEN);
    expect(await readStoredToken({ command: `printf '%s\\r\\n' ${TOKEN}` })).toBe(TOKEN);
  });

  it.each([
    ['exit 3', 'the token command of the profile ended with 3: «redacted»'],
    ['kill -9 $$', 'the token command of the profile ended with a signal: «redacted»'],
  ])('is not read from a failed command, whose output is redacted: %s', async (end, message) => {
    const failure = await readStoredToken({ command: `echo ${TOKEN}; echo ${TOKEN} >&2; ${end}` }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'unauthorized', message });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  it('is not read from a command that prints nothing', async () => {
    await expect(readStoredToken({ command: 'true' })).rejects.toMatchObject({
      message: 'the token command of the profile printed no token',
    });
    await expect(readStoredToken({ command: 'echo "not logged in" >&2' })).rejects.toMatchObject({
      message: 'the token command of the profile printed no token: not logged in',
    });
  });

  it.each([
    ['nothing', '', ''],
    ['one line', 'Error: permission denied\n', ': Error: permission denied'],
    ['blank lines', '\n\nno item\r\n \n', ': no item'],
    ['three lines', '1\n2\n3\n', ': 1; 2; 3'],
    ['the last three of four', '1\n2\n3\n4\n', ': 2; 3; 4'],
    ['control characters', 'a\u001b[2Jb\u0007\u202ec', ': a^[[2Jb^G\\u{202e}c'],
    ['300 characters', 'x '.repeat(150), `: ${'x '.repeat(150).trim()}`],
    ['the end of a longer text', `${'y '.repeat(300)}end`, `: …${`${'y '.repeat(300)}end`.slice(-300)}`],
    ['a token', 'invalid token xoxp-12345-abcdef (expired)', ': invalid token «redacted» (expired)'],
    ['a header', '> Authorization: Bearer s3cr3t', ': > Authorization: Bearer «redacted»'],
    ['a password', "login with password='hunter2' failed", ": login with password='«redacted»' failed"],
    [
      'a URL',
      'cannot reach https://ops:hunter2@vault.example/v1',
      ': cannot reach https://«redacted»@vault.example/v1',
    ],
    ['a long key', 'key AKIA9Q2ZT8LMN4P7QRS1 refused', ': key «redacted» refused'],
    [
      'words',
      'no-such-item: internationalization-of-everything',
      ': no-such-item: internationalization-of-everything',
    ],
  ])('is not read from a failed command, whose stderr is reported: %s', async (_, stderr, said) => {
    const encoded = Buffer.from(stderr).toString('base64');
    const command = `echo ${encoded} | base64 -d >&2; exit 2`;
    await expect(readStoredToken({ command })).rejects.toMatchObject({
      kind: 'unauthorized',
      message: `the token command of the profile ended with 2${said}`,
    });
  });

  it('printed by a failed command is redacted from its stderr', async () => {
    const command = 'echo ab12; echo "cannot store ab12" >&2; exit 1';
    await expect(readStoredToken({ command })).rejects.toMatchObject({
      message: 'the token command of the profile ended with 1: cannot store «redacted»',
    });
  });
});
