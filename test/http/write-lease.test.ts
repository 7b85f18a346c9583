import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { HttpRequest } from '../../src/http/transport.ts';
import { createWriteLease } from '../../src/http/write-lease.ts';
import { response } from '../support/simulated-service.ts';

const request = (effect: HttpRequest['effect']): HttpRequest => ({
  method: 'POST',
  url: 'https://x.example/',
  headers: {},
  effect,
});

it('rejects a write unsent if a check fails, and lets reads pass', async () => {
  const right = createWriteLease();
  let sent = 0;
  const send = right.layer(async () => {
    sent += 1;
    return response(200);
  });
  const release = right.hold(() => {
    throw new Error('taken over');
  });
  // The write must reject instead of throwing: callers that send several writes wait for all of them.
  const write = send(request('write'));
  await expect(write).rejects.toThrow('taken over');
  expect(sent).toBe(0);
  await send(request('read'));
  release();
  await send(request('write'));
  expect(sent).toBe(2);
});

it('checks once per turn of the event loop for all writes, and at once for new checks', async () => {
  const right = createWriteLease();
  const looks: string[] = [];
  const send = right.layer(async () => response(200));
  right.hold(() => looks.push('run'));
  await Promise.all([send(request('write')), send(request('write'))]);
  expect(looks).toEqual(['run']);
  await setImmediate();
  await send(request('write'));
  expect(looks).toEqual(['run', 'run']);
  right.hold(() => looks.push('other'));
  await send(request('write'));
  expect(looks).toEqual(['run', 'run', 'run', 'other']);
});
