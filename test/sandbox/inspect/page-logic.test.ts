import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeHead, ShownExchange } from '../../../src/sandbox/inspect/exchange.ts';
import { curlLine, orgctlLine, shellWord } from '../../../src/sandbox/inspect/page/copied-commands.ts';
import { KnownRequests } from '../../../src/sandbox/inspect/page/known-requests.ts';
import { eventReader } from '../../../src/sandbox/inspect/page/read-events.ts';
import { isWanted, NO_FILTER } from '../../../src/sandbox/inspect/page/wanted-requests.ts';

const HEAD: ExchangeHead = {
  seq: 1,
  time: '2026-11-22T08:00:00.000Z',
  took: 1,
  method: 'GET',
  path: '/scim/v2/Users',
  agent: 'probe',
  token: 'bot',
  api: 'SCIM 2.0',
  resource: 'Users',
  operation: 'listUsers',
  status: 200,
  outcome: 'done',
};
const numbered = (from: number, count: number, more: Partial<ExchangeHead> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...HEAD, ...more, seq: from + index }));

describe('requests known to the inspector page', () => {
  it.each([9, 10, 11, 25])('keeps the last ten of %i', (count) => {
    const known = new KnownRequests(10);
    for (const head of numbered(1, count)) known.add([head]);
    expect(known.size).toBe(Math.min(count, 10));
    expect(known.wanted[0]?.seq).toBe(Math.max(1, count - 9));
    expect(known.wanted.at(-1)?.seq).toBe(count);
    expect(known.last).toBe(count);
  });

  it('filters present and later requests, and drops evicted requests from the filtered list', () => {
    const known = new KnownRequests(10);
    known.want({ ...NO_FILTER, status: 'refused' });
    known.add(numbered(1, 3, { outcome: 'refused' }));
    known.add(numbered(4, 9));
    expect(known.wanted.map(({ seq }) => seq)).toEqual([3]);
    known.add(numbered(13, 1));
    expect(known.wanted).toEqual([]);
    known.want(NO_FILTER);
    expect(known.wanted).toHaveLength(10);
  });

  it('forgets requests without receiving them again', () => {
    const known = new KnownRequests(10);
    known.add(numbered(1, 3));
    known.forget();
    expect([known.size, known.last, known.clients]).toEqual([0, 3, []]);
  });

  it('leaves out requests that come again after a lost connection', () => {
    const known = new KnownRequests(10);
    expect(known.add([...numbered(1, 3), ...numbered(2, 3)])).toBe(4);
    expect(known.add(numbered(3, 3))).toBe(1);
    expect(known.wanted.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('filter of the inspector', () => {
  it.each([
    [{ text: 'POST /scim' }, false],
    [{ text: ' users ' }, true],
    [{ text: 'LISTUSERS' }, true],
    [{ text: '200' }, true],
    [{ client: 'probe · bot' }, true],
    [{ client: 'probe · org token' }, false],
    [{ resource: 'Users' }, true],
    [{ resource: 'Groups' }, false],
    [{ status: 'done' }, true],
    [{ status: 'refused' }, false],
    [{ status: '2xx' }, true],
    [{ status: '4xx' }, false],
    [{ status: 'fault' }, false],
    [{ status: 'done', resource: 'Users', client: 'probe · bot', text: 'scim' }, true],
  ])('%o: %s', (wanted, isIt) => {
    expect(isWanted(HEAD, { ...NO_FILTER, ...wanted })).toBe(isIt);
  });

  it('matches lost responses and requests with a fault', () => {
    const { status, ...rest } = HEAD;
    const lost: ExchangeHead = { ...rest, outcome: 'lost', fault: 'reset' };
    for (const kind of ['lost', 'fault']) expect(isWanted(lost, { ...NO_FILTER, status: kind })).toBe(true);
    expect(isWanted(lost, { ...NO_FILTER, status: '2xx' })).toBe(false);
  });
});

describe('event stream reader', () => {
  it('reads the same events wherever the chunks end', () => {
    const text = 'event: a\ndata: {"x":"1 2"}\n\n: comment\n\nevent: b\ndata: é\n\n';
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
        const ends = [...cuts, text.length].sort((a, b) => a - b);
        const read = eventReader();
        const events = ends.flatMap((end, index) => read(text.slice(ends[index - 1] ?? 0, end)));
        expect(events).toEqual([
          { event: 'a', data: '{"x":"1 2"}' },
          { event: 'b', data: 'é' },
        ]);
      }),
    );
  });

  it('throws on an event that never ends', () => {
    const read = eventReader();
    expect(() => read('x'.repeat(1024 * 1024 + 1))).toThrow('no end');
  });
});

describe('copying a request as a command line', () => {
  const create: ShownExchange = {
    ...HEAD,
    method: 'POST',
    operation: 'createUser',
    sent: { text: `{"userName":"o'brien"}`, size: 22, type: 'application/json' },
  };

  it('curl: passes the token as a variable and quotes every argument', () => {
    expect(curlLine(create, 'http://127.0.0.1:1')).toBe(
      `curl -X POST -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-raw '{"userName":"o'\\''brien"}' http://127.0.0.1:1/scim/v2/Users`,
    );
    expect(curlLine({ ...HEAD, token: 'no token' }, 'http://h')).toBe('curl http://h/scim/v2/Users');
  });

  it('curl: takes brackets literally, and adds no type to a body without one', () => {
    const path = '/scim/v2/Users?filter=emails[type%20eq%20%22work%22].value%20pr';
    expect(curlLine({ ...HEAD, path, token: 'no token' }, 'http://h')).toBe(`curl -g 'http://h${path}'`);
    const sent = { text: 'a=1', size: 3 };
    expect(curlLine({ ...HEAD, method: 'POST', sent, token: 'no token' }, 'http://h')).toBe(
      'curl -X POST -H Content-Type: --data-raw a=1 http://h/scim/v2/Users',
    );
  });

  it.each([
    ['whole', { text: 'x'.repeat(16_383), size: 16_383 }, HEAD.path, true],
    ['as long as the limit', { text: 'x'.repeat(16_384), size: 16_384 }, HEAD.path, true],
    ['truncated', { text: 'x'.repeat(16_384), size: 16_385 }, HEAD.path, false],
    ['no longer stored', { text: '', size: 3 }, HEAD.path, false],
    ['whole, with a long path', { text: '{}', size: 2 }, `/${'x'.repeat(1_998)}`, true],
    ['whole, with a truncated path', { text: '{}', size: 2 }, `/${'x'.repeat(1_999)}`, false],
  ])('copies nothing of a request whose body is %s unless all of it is known', (_, body, path, isWhole) => {
    const exchange = { ...create, path, sent: { ...body, type: 'application/json' } };
    const lines = [curlLine(exchange, 'http://h'), orgctlLine(exchange, 'http://h')];
    expect(lines.map((line) => line !== undefined)).toEqual([isWhole, isWhole]);
  });

  it.each([
    [HEAD, '--scim-url http://h --scim-version 2.0 scim users list'],
    [
      { ...HEAD, path: '/scim/v1/Users?filter=username+sw+%22a%22', api: 'SCIM 1.1' },
      `--scim-url http://h --scim-version 1.1 scim users list --filter 'username sw "a"'`,
    ],
    [
      { ...HEAD, operation: 'listGroups', path: '/scim/v2/Groups?filter=displayName+eq+%22IT%22' },
      `--scim-url http://h --scim-version 2.0 scim groups list --filter 'displayName eq "IT"'`,
    ],
    [
      { ...HEAD, operation: 'schemaOfGroups', path: '/scim/v2/Schemas/Groups' },
      '--scim-url http://h --scim-version 2.0 scim service schemas groups',
    ],
    [
      { ...HEAD, operation: 'deactivateUser', path: '/scim/v2/Users/W1' },
      '--scim-url http://h --scim-version 2.0 scim users deactivate W1 --yes',
    ],
    [
      {
        ...HEAD,
        api: 'Web API',
        operation: 'conversations.mark',
        path: '/api/conversations.mark?token=«redacted»',
        sent: {
          text: 'token=«redacted»&channel=C1&ts=1.2',
          size: 9,
          type: 'application/x-www-form-urlencoded',
        },
      },
      '--api-url http://h/api api conversations.mark channel=C1 ts=1.2 --get --unchecked',
    ],
    [
      {
        ...HEAD,
        method: 'POST',
        api: 'Web API',
        operation: 'migration.exchange',
        path: '/api/migration.exchange',
        sent: { text: '{"users":["U1"],"to_old":true}', size: 9, type: 'application/json; charset=utf-8' },
      },
      `--api-url http://h/api api migration.exchange 'users:=["U1"]' to_old:=true --json --unchecked`,
    ],
  ] as readonly (readonly [ShownExchange, string])[])(
    'orgctl: prints a command that does the same',
    (exchange, words) => {
      expect(orgctlLine(exchange, 'http://h')).toBe(`ORGCTL_TOKEN="$TOKEN" orgctl ${words}`);
    },
  );

  it('orgctl: passes a body on stdin', () => {
    expect(orgctlLine(create, 'http://h')).toBe(
      `printf %s '{"userName":"o'\\''brien"}' | ORGCTL_TOKEN="$TOKEN" orgctl --scim-url http://h --scim-version 2.0 scim users create --file -`,
    );
  });

  it('orgctl: returns nothing if no command does the same', () => {
    const { operation, ...unknown } = HEAD;
    expect(orgctlLine(unknown, 'http://h')).toBeUndefined();
    expect(orgctlLine({ ...unknown, api: 'Web API' }, 'http://h')).toBeUndefined();
  });

  it('shellWord quotes any text as one shell word', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
        (word) => {
          const printed = execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`]).toString();
          expect(printed).toBe(Buffer.from(word).toString());
        },
      ),
      { numRuns: 50 },
    );
  });
});
