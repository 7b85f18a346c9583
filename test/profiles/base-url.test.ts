import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseUrl, storedBaseUrl } from '../../src/profiles/base-url.ts';

const HOST = 'https://h.example';

/** A typed URL, and the SCIM and Web API base URLs derived from it, or undefined if unclear. */
const FORMS: readonly (readonly [given: string, scim: string | undefined, web: string | undefined])[] = [
  [HOST, HOST, `${HOST}/api`],
  [`${HOST}/`, HOST, `${HOST}/api`],
  [`  ${HOST}//  `, HOST, `${HOST}/api`],
  ['h.example', HOST, `${HOST}/api`],
  ['h.example/scim/v2', HOST, `${HOST}/api`],
  ['h.example:8443/api', `${HOST}:8443`, `${HOST}:8443/api`],
  ['HTTPS://H.example/', HOST, `${HOST}/api`],
  [`${HOST}/scim`, HOST, `${HOST}/api`],
  [`${HOST}/scim/`, HOST, `${HOST}/api`],
  [`${HOST}/SCIM/V2`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v1`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v2/`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v2/Users`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v2/Users/W1`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v2/ServiceProviderConfig`, HOST, `${HOST}/api`],
  [`${HOST}/scim/v1/ServiceProviderConfigs`, HOST, `${HOST}/api`],
  [`${HOST}/api`, HOST, `${HOST}/api`],
  [`${HOST}/api/`, HOST, `${HOST}/api`],
  [`${HOST}/api/auth.test`, HOST, `${HOST}/api`],
  [`${HOST}/api/admin.users.session.list/`, HOST, `${HOST}/api`],
  [`${HOST}/t/scim/v2/Groups`, `${HOST}/t`, `${HOST}/t/api`],
  [`${HOST}/t/api`, `${HOST}/t`, `${HOST}/t/api`],
  [`${HOST}/t`, `${HOST}/t`, undefined],
  [`${HOST}/v2.1`, `${HOST}/v2.1`, undefined],
  [`${HOST}/acme.corp`, `${HOST}/acme.corp`, undefined],
  [`${HOST}/scimitar`, `${HOST}/scimitar`, undefined],
  [`${HOST}/scim/v3`, undefined, undefined],
  [`${HOST}/scim/v2/People`, undefined, undefined],
  [`${HOST}/v2`, undefined, undefined],
  [`${HOST}/v2/Users`, undefined, undefined],
  [`${HOST}/Users`, undefined, undefined],
  [`${HOST}/api/v2`, undefined, undefined],
  [`${HOST}/api/auth`, undefined, undefined],
  [`${HOST}/api/scim/v2`, undefined, undefined],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/api'],
  ['127.0.0.1:8080/scim/v2', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/api'],
  ['localhost:8080', 'http://localhost:8080', 'http://localhost:8080/api'],
  ['[::1]:8080/api', 'http://[::1]:8080', 'http://[::1]:8080/api'],
];

const read = (given: string, flag: '--scim-url' | '--api-url') => {
  try {
    return baseUrl(given, flag);
  } catch {
    return undefined;
  }
};

describe('base URLs', () => {
  it.each(FORMS)('%s becomes %s for SCIM and %s for the Web API', (given, scim, web) => {
    expect([read(given, '--scim-url'), read(given, '--api-url')]).toEqual([scim, web]);
  });

  it('are unchanged when read again or stored', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom(...FORMS.map(([given]) => given)), (web, form) => {
        for (const given of [web, form]) {
          const scim = read(given, '--scim-url');
          const api = read(given, '--api-url');
          if (scim !== undefined) expect(read(scim, '--scim-url')).toBe(scim);
          if (api !== undefined) expect(read(api, '--api-url')).toBe(api);
          const profile = { name: 'a', scimVersion: 'auto', vendor: 'x', tokens: {} } as const;
          if (scim !== undefined)
            expect(storedBaseUrl({ ...profile, scimBaseUrl: scim }, 'scimBaseUrl')).toBe(scim);
          if (api !== undefined)
            expect(storedBaseUrl({ ...profile, webApiBaseUrl: api }, 'webApiBaseUrl')).toBe(api);
        }
      }),
    );
  });

  it('stored by an older version are unchanged', () => {
    const profile = { name: 'a', scimVersion: 'auto', vendor: 'x', tokens: {} } as const;
    const stored = { ...profile, scimBaseUrl: `${HOST}/api`, webApiBaseUrl: `${HOST}/gateway/` };
    expect(storedBaseUrl(stored, 'scimBaseUrl')).toBe(`${HOST}/api`);
    expect(storedBaseUrl(stored, 'webApiBaseUrl')).toBe(`${HOST}/gateway`);
  });

  it.each([
    [`${HOST}/v2`, '--scim-url', 'give the part before /scim, such as --scim-url https://api.example.com'],
    [`${HOST}/v2`, '--api-url', 'give the part up to /api, such as --api-url https://example.com/api'],
  ] as const)('that are unclear (%s as %s) are refused with an example', (given, flag, hint) => {
    const message = `${flag} has the path /v2, which is ambiguous`;
    expect(() => baseUrl(given, flag)).toThrow(expect.objectContaining({ message, hint }));
  });

  it.each(['ftp://h.example', 'h', 'h:8080', 'xoxp-1-2.abc3', 'eyJhbGciOi.eyJzdWIi.SflKxwRJ'])(
    'that are invalid (%s) are refused without being repeated',
    (given) => {
      const hint = '--api-url https://example.com/api';
      expect(() => baseUrl(given, '--api-url')).toThrow(
        expect.objectContaining({ message: '--api-url is not an http(s) URL', hint }),
      );
    },
  );

  it.each([`https://me:secret@h.example`, `${HOST}?a=1`, `${HOST}#a`])(
    '%s is refused because of credentials, query or fragment',
    (given) => {
      expect(() => baseUrl(given, '--scim-url')).toThrow(
        '--scim-url must be a URL without credentials, query or fragment',
      );
    },
  );
});
