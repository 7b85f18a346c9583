import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/profiles/profile.ts';
import { openProfileStore } from '../../src/profiles/profile-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const profile = (name: string): Profile => ({
  name,
  scimBaseUrl: 'https://api.example',
  scimVersion: '2.0',
  vendor: 'service',
  tokens: { user: { value: 'canary-1234567890-token' }, bot: { command: 'pass show bot' } },
  quota: 'documented',
});

function store() {
  const folder = join(temporaryFolder(), 'config');
  const warnings: string[] = [];
  return { folder, warnings, store: openProfileStore(folder, (warning) => warnings.push(warning)) };
}

const add =
  (name: string) => (before: { profiles: Readonly<Record<string, Profile>>; current?: string }) => ({
    ...before,
    profiles: { ...before.profiles, [name]: profile(name) },
  });

describe('the profile store', () => {
  it('gives back what was stored, and makes nothing until then', async () => {
    const { store: profiles, folder } = store();
    expect(await profiles.read()).toEqual({ profiles: {} });
    expect(() => statSync(folder)).toThrow();
    await profiles.update((before) => ({ ...add('acme')(before), current: 'acme' }));
    expect(await profiles.read()).toEqual({ current: 'acme', profiles: { acme: profile('acme') } });
  });

  it('is readable by its owner alone, and its mode is corrected otherwise', async () => {
    const { store: profiles, folder, warnings } = store();
    await profiles.update(add('acme'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
    chmodSync(profiles.path, 0o644);
    await profiles.read();
    expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
    expect(warnings).toEqual([`${profiles.path} could be read by others (mode 0644); it is now 0600`]);
  });

  it('takes a name for a name, never for a path into an object', async () => {
    const { store: profiles } = store();
    for (const name of ['__proto__', 'a.b', 'constructor']) await profiles.update(add(name));
    const { profiles: stored } = await profiles.read();
    expect(Object.keys(stored).sort()).toEqual(['__proto__', 'a.b', 'constructor']);
    expect(Object.getPrototypeOf(stored)).toBe(Object.prototype);
  });

  it('loses nothing when two write at once', async () => {
    const { folder } = store();
    const writer = async (prefix: string) => {
      const profiles = openProfileStore(folder, () => undefined);
      for (let number = 0; number < 20; number += 1) await profiles.update(add(`${prefix}${number}`));
    };
    await Promise.all([writer('a'), writer('b')]);
    const { profiles } = await openProfileStore(folder, () => undefined).read();
    expect(Object.keys(profiles)).toHaveLength(40);
    expect(readdirSync(folder)).toEqual(['profiles.json']);
  });

  it.each([
    ['cut', '{"profiles":{"acme":{"tokens":{"user":{"value":"canary-123', /is damaged/],
    ['empty', '', /is damaged/],
    ['no object of profiles', '{"profiles":[]}', /"profiles" is not an object/],
    ['a profile that is none', '{"profiles":{"acme":7}}', /profile "acme" is not an object/],
    ['a URL that is no text', '{"profiles":{"acme":{"scimBaseUrl":7}}}', /"scimBaseUrl" is not a string/],
    [
      'a token for a name',
      '{"profiles":{"xoxp-123456789012-canary-123":{}}}',
      /a token stands where a name or a setting belongs/,
    ],
    [
      'a token for a setting',
      '{"profiles":{"a":{"vendor":"xoxp-123456789012-canary-123"}}}',
      /a token stands where a name/,
    ],
    [
      'an unknown version',
      '{"profiles":{"acme":{"scimVersion":"3"}}}',
      /scimVersion is none of 1.1, 2.0, auto/,
    ],
  ])('refuses a file that is %s, keeps it, and quotes none of it (exit 12)', async (_, text, message) => {
    const { store: profiles, folder } = store();
    mkdirSync(folder, { recursive: true });
    writeFileSync(profiles.path, text, { mode: 0o600 });
    const failure = await profiles.read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'storage', message: expect.stringMatching(message) });
    expect(String(failure)).not.toContain('canary');
    await expect(profiles.update(add('acme'))).rejects.toMatchObject({ kind: 'storage' });
    expect(readFileSync(profiles.path, 'utf8')).toBe(text);
  });
});
