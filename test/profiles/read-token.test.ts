import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tokenFrom } from '../../src/profiles/profile.ts';
import { readStoredToken, readTokenFile } from '../../src/profiles/read-token.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TOKEN = 'canary-1234567890-token';

describe('a token', () => {
  it.each([TOKEN, `${TOKEN}\n`, `${TOKEN}\r\n`])('is read without the line end of a file or pipe', (text) => {
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
  ])('that cannot be sent is refused, and not quoted', (text, message) => {
    expect(() => tokenFrom(text)).toThrowError(expect.objectContaining({ kind: 'usage', message }));
  });

  it('comes from a file', () => {
    const path = join(temporaryFolder(), 'token');
    writeFileSync(path, `${TOKEN}\n`);
    expect(readTokenFile(path)).toBe(TOKEN);
    expect(() => readTokenFile(`${path}.missing`)).toThrowError(
      expect.objectContaining({
        kind: 'usage',
        message: `cannot read the token file ${path}.missing (ENOENT)`,
      }),
    );
  });

  it('comes from the first line that a command prints', async () => {
    expect(await readStoredToken({ value: TOKEN })).toBe(TOKEN);
    expect(await readStoredToken({ command: `printf '%s\\n%s\\n' ${TOKEN} rest` })).toBe(TOKEN);
  });

  it.each([
    ['exit 3', 'the token command of the profile ended with 3'],
    ['kill -9 $$', 'the token command of the profile ended with a signal'],
  ])('does not come from a command that fails, which is not quoted: %s', async (end, message) => {
    const failure = await readStoredToken({ command: `echo ${TOKEN}; echo ${TOKEN} >&2; ${end}` }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: 'unauthorized', message });
    expect(JSON.stringify(failure)).not.toContain('canary');
  });

  it('does not come from a command that prints nothing', async () => {
    await expect(readStoredToken({ command: 'true' })).rejects.toMatchObject({
      message: 'the token is empty',
    });
  });
});
