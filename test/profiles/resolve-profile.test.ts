import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Profile, SANDBOX_PROFILE } from '../../src/profiles/profile.ts';
import {
  CONNECTION_SETTINGS,
  type ConnectionSetting,
  type Given,
  resolveProfile,
} from '../../src/profiles/resolve-profile.ts';

const acme: Profile = {
  name: 'acme',
  scimBaseUrl: 'https://own.example',
  scimVersion: '1.1',
  vendor: 'own',
  tokens: {},
};
const stored = { current: 'acme', profiles: { acme, b: { ...acme, name: 'b' } } };
const flag = (value: string): Given => ({ value, source: 'flag' });

describe('precedence: flag, environment, profile, default', () => {
  it('applies to every setting', () => {
    const source = fc.constantFrom('flag' as const, 'environment' as const, undefined);
    fc.assert(
      fc.property(fc.constantFrom(...CONNECTION_SETTINGS), source, fc.boolean(), (name, from, hasOwn) => {
        const { scimVersion, vendor, tokens } = acme;
        const own = hasOwn ? { [name]: 'own' } : {};
        const profile: Profile = { name: 'p', scimVersion, vendor, tokens, ...own };
        const given: { [Name in ConnectionSetting]?: Given } = {};
        const urls = { scimBaseUrl: 'https://given.example', webApiBaseUrl: 'https://given.example/api' };
        const value = name in urls ? urls[name as keyof typeof urls] : 'given';
        if (from !== undefined) given[name] = { value, source: from };
        const setting = resolveProfile({ profiles: { p: profile } }, flag('p'), given).settings[name];
        if (from !== undefined) expect(setting).toEqual({ value, source: from });
        else if (profile[name] !== undefined)
          expect(setting).toEqual({ value: profile[name], source: 'profile' });
        else expect(setting === undefined || setting.source === 'default').toBe(true);
      }),
    );
  });

  it('includes a default version, vendor and quota', () => {
    const { settings } = resolveProfile({ profiles: {} }, undefined, {
      scimBaseUrl: flag('https://x.example'),
    });
    expect(settings).toMatchObject({
      scimVersion: { value: 'auto' },
      vendor: { value: 'service' },
      quota: { value: 'auto', source: 'default' },
    });
  });
});

describe('invalid base URL', () => {
  it.each(['https://me:hunter22@x.example', 'x example', 'ftp://x.example'])(
    'is refused without being repeated: %s',
    (value) => {
      for (const name of ['scimBaseUrl', 'webApiBaseUrl'] as const) {
        const resolve = () =>
          resolveProfile({ profiles: {} }, undefined, { [name]: { value, source: 'environment' } });
        expect(resolve).toThrow(/^--(scim|api)-url /);
        expect(resolve).not.toThrow(/hunter22/);
      }
    },
  );
});

describe('selection of the profile', () => {
  it('returns the given profile, or else the current one', () => {
    expect(resolveProfile(stored, undefined, {}).profile).toBe(stored.profiles.acme);
    expect(resolveProfile(stored, flag('b'), {}).profile).toBe(stored.profiles.b);
  });

  it('returns the built-in sandbox by name, but no sandbox with another URL', () => {
    expect(resolveProfile({ profiles: {} }, flag('sandbox'), {})).toMatchObject({
      profile: SANDBOX_PROFILE,
      isSandbox: true,
    });
    const elsewhere = { scimBaseUrl: flag('https://x.example') };
    expect(resolveProfile({ profiles: {} }, flag('sandbox'), elsewhere).isSandbox).toBe(false);
  });

  it('returns a profile without tokens for a URL alone', () => {
    const { profile } = resolveProfile({ profiles: {} }, undefined, {
      scimBaseUrl: flag('https://x.example'),
    });
    expect(profile).toMatchObject({ name: '(none)', tokens: {} });
  });

  it.each([
    ['nope', 'there is no profile "nope"; available: acme, b, sandbox'],
    ['constructor', 'there is no profile "constructor"; available: acme, b, sandbox'],
    ['__proto__', 'there is no profile "__proto__"; available: acme, b, sandbox'],
  ])('refuses the unknown name "%s"', (name, message) => {
    expect(() => resolveProfile(stored, flag(name), {})).toThrowError(
      expect.objectContaining({ kind: 'usage', message }),
    );
  });

  it('fails if no profile is chosen', () => {
    expect(() => resolveProfile({ profiles: {} }, undefined, {})).toThrowError(
      expect.objectContaining({ kind: 'usage', message: 'no profile selected' }),
    );
  });
});
