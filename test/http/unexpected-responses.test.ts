import { describe, expect, it } from 'vitest';
import { failureKindOfForeignResponse } from '../../src/http/failure-kind-of-foreign-response.ts';
import { createOauthScopes } from '../../src/http/oauth-scopes.ts';
import { parkedRequests } from '../../src/http/parked-requests.ts';
import { refuseRedirectsLayer } from '../../src/http/refuse-redirects.ts';
import { readOnlyFailure, refuseWritesLayer } from '../../src/http/refuse-writes.ts';
import type { HttpRequest } from '../../src/http/transport.ts';
import { response } from '../support/simulated-service.ts';

const READ: HttpRequest = { method: 'GET', url: 'https://x.example/a/Users', headers: {}, effect: 'read' };
const WRITE: HttpRequest = { ...READ, method: 'POST', effect: 'write' };

/** Returns the status of the response, or the kind and message of the Failure. */
async function met(request: HttpRequest, status: number, location?: string): Promise<string> {
  const answer = response(status, location === undefined ? {} : { location });
  try {
    return String((await refuseRedirectsLayer(async () => answer)(request)).status);
  } catch (error) {
    return error instanceof Error && 'kind' in error ? `${error.kind}: ${error.message}` : String(error);
  }
}

describe('redirect', () => {
  it.each([200, 299, 304, 400, 500])('is not detected in a response with status %i', async (status) => {
    expect(await met(READ, status, 'https://y.example/')).toBe(String(status));
  });

  it.each([300, 301, 302, 303, 305, 307, 308, 399])(
    'with status %i is refused and not followed',
    async (status) => {
      const words = `x.example redirects to https://y.example (${status}); redirects are not followed`;
      expect(await met(READ, status, 'https://y.example/b?token=1')).toBe(`unreachable: ${words}`);
      expect(await met(WRITE, status, 'https://y.example/b?token=1')).toBe(`unknownOutcome: ${words}`);
    },
  );

  it.each([
    ['/login', 'https://x.example'],
    ['//z.example/', 'https://z.example'],
    ['http://[', 'elsewhere'],
    [undefined, 'elsewhere'],
  ])('to %s is reported as leading to %s', async (location, where) => {
    expect(await met(READ, 302, location)).toBe(
      `unreachable: x.example redirects to ${where} (302); redirects are not followed`,
    );
  });
});

describe('HTML page in place of a response', () => {
  it.each<[number, string, string]>([
    [200, 'unreachable', 'unknownOutcome'],
    [404, 'unreachable', 'unreachable'],
    [405, 'unreachable', 'unreachable'],
    [413, 'unreachable', 'unreachable'],
    [414, 'unreachable', 'unreachable'],
    [431, 'unreachable', 'unreachable'],
    [403, 'unreachable', 'unknownOutcome'],
    [499, 'unreachable', 'unknownOutcome'],
    [500, 'unavailable', 'unknownOutcome'],
    [503, 'unavailable', 'unknownOutcome'],
  ])('with status %i gives %s for a read and %s for a write', (status, read, write) => {
    expect([
      failureKindOfForeignResponse(status, 'read'),
      failureKindOfForeignResponse(status, 'write'),
    ]).toEqual([read, write]);
  });
});

describe('read-only connection', () => {
  it('sends reads and refuses writes', async () => {
    let sent = 0;
    const transport = refuseWritesLayer('the profile "acme"')(async () => {
      sent += 1;
      return response(200);
    });
    expect((await transport(READ)).status).toBe(200);
    await expect(transport(WRITE)).rejects.toMatchObject({ kind: 'limit' });
    expect(sent).toBe(1);
  });

  it.each([
    ['the profile "acme"', 'to allow writes: orgctl profile edit acme --no-read-only'],
    ['ORGCTL_READ_ONLY', 'unset ORGCTL_READ_ONLY to allow writes'],
    ['this connection', 'to allow writes: orgctl profile edit NAME --no-read-only'],
  ])('gives a hint if %s is read-only', (whose, hint) => {
    expect(readOnlyFailure(whose)).toMatchObject({
      message: `${whose} is read-only; nothing was sent`,
      hint,
    });
  });
});

describe('scopes from the header x-oauth-scopes', () => {
  it('are the last received ones and stay without a new header', async () => {
    const scopes = createOauthScopes();
    const answer = (header?: string) =>
      scopes.layer(async () => response(200, header === undefined ? {} : { 'x-oauth-scopes': header }))(READ);
    expect(scopes.last()).toBeUndefined();
    await answer('admin, admin.users:read ,x');
    expect(scopes.last()).toEqual(['admin', 'admin.users:read', 'x']);
    await answer();
    expect(scopes.last()).toEqual(['admin', 'admin.users:read', 'x']);
    await answer('admin');
    expect(scopes.last()).toEqual(['admin']);
  });
});

describe('requests that wait for the service', () => {
  it('are counted while they wait, even if a wait is interrupted', async () => {
    const parked = parkedRequests();
    const seen: number[] = [];
    parked.onPark = () => seen.push(parked.count());
    const ends: (() => void)[] = [];
    const waiting = [1, 2].map(() => parked.countWhile(() => new Promise((resolve) => ends.push(resolve))));
    expect([parked.count(), seen]).toEqual([2, [1, 2]]);
    await expect(parked.countWhile(() => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(parked.count()).toBe(2);
    for (const end of ends) end();
    await Promise.all(waiting);
    expect(parked.count()).toBe(0);
  });
});
