import { describe, expect, it } from 'vitest';
import type { Layer } from '../../src/http/transport.ts';
import { findUser } from '../../src/scim/find-user.ts';
import { account } from '../support/organization-world.ts';
import { answering, clientOf, isV1, noting, recordVersions, rewriting } from '../support/scim-client-of.ts';
import { openTestSandbox, VERSIONS } from '../support/test-sandbox.ts';

const USERS = [
  account('ada', { secondaryEmail: 'ada@home.example' }),
  { ...account('bo.li', { email: 'Bo@Example.com' }), id: 'WBO' },
  account('w12345'),
];

/** A service that ignores filters. */
const withoutFilters: Layer = (next) => (request, signal) =>
  next({ ...request, url: request.url.replace(/filter=[^&]*&?/, '') }, signal);

describe.each(VERSIONS)('finding a user by ID, userName or email over SCIM %s', (version) => {
  it.each([
    ['WADA', 'WADA'],
    ['ada', 'WADA'],
    ['Ada', 'WADA'],
    ['ada@example.com', 'WADA'],
    ['ADA@HOME.example', 'WADA'],
    ['bo@example.com', 'WBO'],
    ['Bo.Li', 'WBO'],
    ['w12345', 'WW12345'],
  ])('finds %s as %s', async (identity, id) => {
    const scim = clientOf(await openTestSandbox({ version, users: USERS }));
    expect((await findUser(scim, identity)).id).toBe(id);
  });

  it.each(['nobody', 'nobody@example.com', 'WNOBODY'])('finds no user for %s', async (identity) => {
    const scim = clientOf(await openTestSandbox({ version, users: USERS }));
    await expect(findUser(scim, identity)).rejects.toMatchObject({ kind: 'refused', code: 'no_such_user' });
  });

  it.each(['../Groups/S1', '%2e%2e', '.', '', ' ', 'U1?x', 'U1#'])(
    'never sends %j to another endpoint',
    async (identity) => {
      const notes: string[] = [];
      const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [noting(notes)] });
      await expect(findUser(scim, identity)).rejects.toThrow();
      expect(notes.filter((note) => !note.startsWith('GET /Users?'))).toEqual([]);
    },
  );

  it('verifies the result of a service that ignores the filter', async () => {
    const unfiltered = rewriting(
      ({ url }) => url.includes('filter='),
      (body) => ({ ...body, Resources: [{ id: 'WX', userName: 'other', emails: [] }], totalResults: 1 }),
    );
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [unfiltered] });
    await expect(findUser(scim, 'ada')).rejects.toMatchObject({ code: 'no_such_user' });
  });

  it('reads the list of a service that ignores the filter once, whatever the accents', async () => {
    const notes: string[] = [];
    const unfiltered = rewriting(
      ({ url }) => url.includes('filter='),
      (body) => ({ ...body, Resources: [{ id: 'WX', userName: 'other', emails: [] }], totalResults: 1 }),
    );
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), {
      faults: [noting(notes), unfiltered],
    });
    await expect(findUser(scim, 'ren\u00e9')).rejects.toMatchObject({ code: 'no_such_user' });
    expect(notes.filter((note) => note.startsWith('GET /Users?'))).toHaveLength(1);
  });

  it.each(['\u00fcser', '\u00fcrn'])(
    'reads a list without a filter once for the word "%s" of schemas',
    async (name) => {
      const notes: string[] = [];
      const scim = clientOf(await openTestSandbox({ version, users: USERS }), {
        faults: [noting(notes), withoutFilters],
      });
      await expect(findUser(scim, name)).rejects.toMatchObject({ code: 'no_such_user' });
      expect(notes.filter((note) => note.startsWith('GET /Users?'))).toHaveLength(1);
    },
  );

  it.each(['Rene', 'Rene\u0300'])(
    'tries the decomposed form after a user without these accents, whom some services return: %s',
    async (other) => {
      const loose = rewriting(
        ({ url }) => url.includes(encodeURIComponent('ren\u00e9')),
        (body) => ({ ...body, Resources: [{ id: 'WX', userName: other, emails: [] }], totalResults: 1 }),
      );
      const users = [{ ...account('rene\u0301', { email: 'rene@example.com' }), id: 'W1' }];
      const scim = clientOf(await openTestSandbox({ version, users }), { faults: [loose] });
      expect((await findUser(scim, 'ren\u00e9')).values.userName).toBe('rene\u0301');
    },
  );

  it('tries the decomposed form of an email after a user without the accents', async () => {
    const finding = (typed: string, id: string, email: string) =>
      rewriting(
        ({ url }) => url.includes('filter=') && url.includes(encodeURIComponent(typed)),
        (body) => ({ ...body, Resources: [{ id, emails: [{ value: email }] }], totalResults: 1 }),
      );
    const decomposed = 'rene\u0301@x.example';
    const faults = [
      finding('ren\u00e9@x.example', 'WX', 'Rene@x.example'),
      finding(decomposed, 'WADA', decomposed),
    ];
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults });
    expect((await findUser(scim, 'ren\u00e9@x.example')).id).toBe('WADA');
  });

  it('fails and lists the IDs if an email matches two users', async () => {
    const twice = rewriting(
      ({ url }) => url.includes('filter='),
      (body) => ({
        ...body,
        Resources: ['W1', 'W2'].map((id) => ({ id, emails: [{ value: 'ada@example.com' }] })),
        totalResults: 2,
      }),
    );
    const scim = clientOf(await openTestSandbox({ version, users: USERS }), { faults: [twice] });
    await expect(findUser(scim, 'ada@example.com')).rejects.toMatchObject({
      kind: 'usage',
      message: '"ada@example.com" matches 2 users: W1, W2',
    });
  });
});

it('SCIM §4.5: looks a user up by the v1 filter and then reads it over v2', async () => {
  const notes: string[] = [];
  const service = await openTestSandbox({ version: '2.0', users: USERS });
  const user = await findUser(clientOf(service, { faults: [noting(notes)] }), 'ada');
  expect(notes).toEqual(['GET /Users?startIndex=1&count=1000&filter=username eq "ada"', 'GET /Users/WADA']);
  expect(user.resource['schemas']).toContain('urn:ietf:params:scim:schemas:core:2.0:User');
});

it.each([
  [404, '<html>not found</html>'],
  [404, '{"detail": "Not found", "status": "404"}'],
  [400, '{"Errors": {"description": "unsupported_version", "code": 400}}'],
  [405, ''],
  [501, ''],
  [501, '{"detail": "not implemented"}'],
  [200, '<html>an application for people</html>'],
])('looks a user up by the standard attribute names if the server lacks v1 (%s %s)', async (status, body) => {
  const notes: string[] = [];
  const versions: string[] = [];
  const faults = [recordVersions(versions), answering(status, body, isV1), noting(notes)];
  const scim = clientOf(await openTestSandbox({ version: '2.0', users: USERS }), { faults });
  expect((await findUser(scim, 'ada')).id).toBe('WADA');
  expect((await findUser(scim, 'ada@example.com')).id).toBe('WADA');
  // v1 is tried only once.
  expect(versions).toEqual(['v1', 'v2', 'v2', 'v2', 'v2']);
  expect(notes.filter((note) => note.includes('filter'))).toEqual([
    'GET /Users?startIndex=1&count=1000&filter=userName eq "ada"',
    'GET /Users?startIndex=1&count=1000&filter=emails.value eq "ada@example.com"',
  ]);
});

it('fails if a lookup is refused', async () => {
  const faults = [answering(403, '{"Errors": {"description": "permission_denied", "code": 403}}', isV1)];
  const scim = clientOf(await openTestSandbox({ version: '2.0', users: USERS }), { faults });
  await expect(findUser(scim, 'ada')).rejects.toMatchObject({
    kind: 'unauthorized',
    code: 'permission_denied',
  });
});
