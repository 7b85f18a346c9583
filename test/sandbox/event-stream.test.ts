import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listeningSandbox } from '../support/listening-sandbox.ts';

/** Opens the event stream of a token; `next` returns the next text. */
async function openStream(origin: string, token: string) {
  const answer = await fetch(`${origin}/_events`, { headers: { authorization: `Bearer ${token}` } });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { answer, next: async () => (await reader?.read())?.value ?? '', close: () => reader?.cancel() };
}

const marked = (origin: string, token: string, ts: string) =>
  fetch(`${origin}/api/conversations.mark`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ channel: 'C0SUPPORT', ts }),
  }).then((answer) => answer.json());

describe('WEB §6: broadcast of read cursors to the open connections of their owner', () => {
  it('sends a marked cursor to the streams of its owner only', async () => {
    const { origin } = await listeningSandbox();
    const bot = await openStream(origin, 'sandbox-bot-token');
    const again = await openStream(origin, 'sandbox-bot-token');
    const person = await openStream(origin, 'sandbox-user-token');
    expect(bot.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    for (const stream of [bot, again, person]) expect(await stream.next()).toMatch(/^: read cursors of /);
    expect(await marked(origin, 'sandbox-bot-token', '1709658000.000100')).toMatchObject({ ok: true });
    const event =
      'event: channel_marked\ndata: {"type":"channel_marked","channel":"C0SUPPORT","user":"A0DEPLOY","ts":"1709658000.000100"}\n\n';
    expect(await bot.next()).toBe(event);
    expect(await again.next()).toBe(event);
    await again.close();
    await marked(origin, 'sandbox-bot-token', '1709744400.000200');
    expect(await bot.next()).toContain('1709744400.000200');
    await marked(origin, 'sandbox-user-token', '1709744400.000200');
    expect(await person.next()).not.toContain('A0DEPLOY');
  });

  it.each(['sandbox-revoked-token', 'unknown'])(
    'WEB §5: refuses a stream for the token %s',
    async (token) => {
      const { origin } = await listeningSandbox();
      const { answer } = await openStream(origin, token);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    },
  );
});

describe('WEB §7 request_timeout: truncated request bodies', () => {
  const cut = (origin: string, path: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('error', reject);
      socket.on('end', () => {
        socket.end();
        resolve(text);
      });
      const head = [
        'authorization: Bearer sandbox-bot-token',
        'content-type: application/x-www-form-urlencoded',
      ];
      socket.end(
        [`POST ${path} HTTP/1.1`, 'host: localhost', ...head, 'content-length: 100', '', 'channel=C0'].join(
          '\r\n',
        ),
      );
    });

  it('answers with request_timeout on the Web API', async () => {
    const { origin } = await listeningSandbox();
    const answer = await cut(origin, '/api/conversations.mark');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{"ok":false,"error":"request_timeout"\}$/);
  });

  it('answers with 400 on SCIM paths', async () => {
    const { origin } = await listeningSandbox();
    expect(await cut(origin, '/scim/v2/Users')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});
