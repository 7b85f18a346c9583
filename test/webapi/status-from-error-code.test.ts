import { describe, expect, it } from 'vitest';
import { statusFromErrorCode } from '../../src/webapi/status-from-error-code.ts';

const request = {
  method: 'POST',
  url: 'https://x.example/api/auth.test',
  headers: {},
  effect: 'read',
} as const;

async function statusOf(status: number, body: string): Promise<number> {
  const layered = statusFromErrorCode(async () => ({ status, headers: {}, body: Buffer.from(body) }));
  return (await layered(request)).status;
}

const refusal = (error: string, length = 0) => JSON.stringify({ ok: false, error, more: 'x'.repeat(length) });

describe('status of an error that the service answers with 200 (WEB §1, §7)', () => {
  it.each([
    ['ratelimited', 429],
    ['request_timeout', 408],
    ['service_unavailable', 503],
    ['internal_error', 503],
    ['fatal_error', 200],
    ['user_not_found', 200],
    ['a_code_of_tomorrow', 200],
  ])('maps %s to %i', async (code, status) => {
    expect(await statusOf(200, refusal(code))).toBe(status);
    expect(await statusOf(200, refusal(code).replaceAll(':', ' : '))).toBe(status);
  });

  it.each([
    ['a success that quotes a code', 200, '{"ok":true,"error":"ratelimited"}', 200],
    ['a response with an error status', 500, refusal('ratelimited'), 500],
    ['an empty response', 200, '', 200],
    ['a response that is not JSON', 200, '<html>"ok": maybe</html>', 200],
  ])('keeps the status of %s', async (_, status, body, expected) => {
    expect(await statusOf(status, body)).toBe(expected);
  });

  it.each([
    [4095, 429],
    [4096, 429],
    [4097, 200],
  ])('maps a response of %i bytes to %i', async (bytes, status) => {
    const body = refusal('ratelimited', bytes - refusal('ratelimited').length);
    expect(body).toHaveLength(bytes);
    expect(await statusOf(200, body)).toBe(status);
  });
});
