import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/sandbox/faults/fault.ts';
import { FaultQueue } from '../../src/sandbox/faults/fault-queue.ts';
import { printFault, readFaults } from '../../src/sandbox/faults/read-faults.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultsOf } from '../support/faulty-sandbox.ts';

function queueOf(...faults: readonly JsonObject[]) {
  const queue = new FaultQueue();
  queue.add(faultsOf(...faults));
  let number = 0;
  const offer = (line: string, body?: string) => {
    number += 1;
    const [method = '', path = ''] = line.split(' ');
    const url = `http://127.0.0.1${path}`;
    return queue.take({ number, method, url, ...(body === undefined ? {} : { body }) })?.do;
  };
  return { queue, offer };
}

describe('matching a fault to a request', () => {
  it.each([
    [{}, 'GET /scim/v1/Users', true],
    [{ method: 'POST' }, 'POST /scim/v1/Users', true],
    [{ method: 'POST' }, 'GET /scim/v1/Users', false],
    [{ method: 'read' }, 'GET /scim/v1/Users', true],
    [{ method: 'read' }, 'PUT /scim/v1/Users/W1', false],
    [{ method: 'write' }, 'DELETE /scim/v1/Users/W1', true],
    [{ method: 'write' }, 'POST /api/conversations.mark', true],
    [{ method: 'write' }, 'POST /api/admin.users.session.list', false],
    [{ method: 'read' }, 'POST /api/admin.users.session.list', true],
    [{ method: 'conversations.mark' }, 'POST /api/conversations.mark', true],
    [{ method: 'conversations.mark' }, 'POST /api/conversations.mark/', true],
    [{ method: 'conversations.mark' }, 'POST /api/conversations.open', false],
    [{ method: 'admin.users.session.reset' }, 'POST /api/admin.users.session.reset', true],
    [{ method: 'auth.test' }, 'POST /scim/v1/Users', false],
    [{ path: '/scim/v1/Users' }, 'GET /scim/v1/Users', true],
    [{ path: '/scim/v1/Users' }, 'GET /scim/v1/Users/', true],
    [{ path: '/scim/v1/Users' }, 'GET /scim/v1/Users?count=1', true],
    [{ path: '/scim/v1/Users' }, 'GET /scim/v1/Users/W1', false],
    [{ path: '/scim/v1/Users' }, 'GET /scim/v1/UsersX', false],
    [{ path: '/scim/*/Users' }, 'GET /scim/v2/Users', true],
    [{ path: '/scim/v2/Users/*' }, 'GET /scim/v2/Users/W1', true],
    [{ path: '/scim/v2/Users/*' }, 'GET /scim/v2/Users', false],
    [{ path: '*' }, 'GET /scim/v2/Users', true],
    [{ path: '/api/team.integrationLogs' }, 'POST /api/teamXintegrationLogs', false],
    [{ contains: 'userName eq "eva"' }, 'GET /scim/v1/Users?filter=userName+eq+%22eva%22', true],
    [{ contains: 'eva' }, 'GET /scim/v1/Users', false],
    [{ contains: '%' }, 'GET /scim/v1/Users?filter=%', true],
    [{ method: 'GET', path: '/scim/v1/Users', contains: 'eva' }, 'GET /scim/v1/Users?filter=eva', true],
  ])('%j and %s: %s', (match, line, expected) => {
    expect(queueOf({ do: 'reset', ...match }).offer(line)).toBe(expected ? 'reset' : undefined);
  });

  it('matches text in the body', () => {
    const { offer } = queueOf({ do: 'reset', contains: '"eva"' });
    expect(offer('POST /scim/v1/Users', '{"userName":"ada"}')).toBeUndefined();
    expect(offer('POST /scim/v1/Users', '{"userName":"eva"}')).toBe('reset');
  });
});

describe('number of times a fault applies', () => {
  const met = (fault: JsonObject, requests: number) => {
    const { offer } = queueOf({ do: 'reset', ...fault });
    return Array.from({ length: requests }, () =>
      offer('GET /scim/v1/Users') === undefined ? '.' : 'x',
    ).join('');
  };

  it.each([
    [{}, 'x....'],
    [{ times: 2 }, 'xx...'],
    [{ nth: 2 }, '.x...'],
    [{ nth: 2, times: 3 }, '.xxx.'],
    [{ nth: 5 }, '....x'],
    [{ nth: 6 }, '.....'],
    [{ times: 'always' }, 'xxxxx'],
    [{ nth: 3, times: 'always' }, '..xxx'],
  ])('%j: %s', (fault, expected) => {
    expect(met(fault, 5)).toBe(expected);
  });

  it('counts only matching requests', () => {
    const { offer } = queueOf({ do: 'reset', method: 'POST', nth: 2 });
    const lines = ['POST /a', 'GET /a', 'GET /a', 'POST /a', 'POST /a'];
    expect(lines.map((line) => offer(line))).toEqual([undefined, undefined, undefined, 'reset', undefined]);
  });
});

describe('order and count of faults', () => {
  it('follows the file: a request taken by one fault is not counted by later faults', () => {
    const { queue, offer } = queueOf(
      { do: 'throttle', method: 'POST', times: 2 },
      { do: 'reset', method: 'POST', nth: 2 },
      { do: 'close' },
    );
    const lines = ['POST /a', 'POST /a', 'POST /a', 'POST /a', 'POST /a'];
    expect(lines.map((line) => offer(line))).toEqual(['throttle', 'throttle', 'close', 'reset', undefined]);
    expect(queue.account()).toEqual([
      {
        id: 1,
        do: 'throttle',
        method: 'POST',
        nth: 1,
        times: 2,
        seen: 2,
        consumed: 2,
        requests: [
          { number: 1, method: 'POST', path: '/a' },
          { number: 2, method: 'POST', path: '/a' },
        ],
      },
      {
        id: 2,
        do: 'reset',
        applied: false,
        method: 'POST',
        nth: 2,
        times: 1,
        seen: 2,
        consumed: 1,
        requests: [{ number: 4, method: 'POST', path: '/a' }],
      },
      {
        id: 3,
        do: 'close',
        applied: false,
        nth: 1,
        times: 1,
        seen: 1,
        consumed: 1,
        requests: [{ number: 3, method: 'POST', path: '/a' }],
      },
    ]);
  });

  it('numbers added faults consecutively, even after all were cleared', () => {
    const { queue } = queueOf({ do: 'reset' });
    expect(queue.add(faultsOf({ do: 'close' }))).toMatchObject([{ id: 2 }]);
    queue.clear();
    expect(queue.account()).toEqual([]);
    expect(queue.add(faultsOf({ do: 'close' }))).toMatchObject([{ id: 3 }]);
  });

  it.each([
    [{ times: 2 }, 1, 0],
    [{ times: 2 }, 2, 1],
    [{ times: 'always' }, 0, 0],
    [{ times: 'always' }, 1, 1],
  ])('%j counts as consumed after %i requests: %i', (fault, requests, consumed) => {
    const { queue, offer } = queueOf({ do: 'reset', ...fault });
    for (let turn = 0; turn < requests; turn += 1) offer('GET /a');
    expect(queue.tally).toEqual({ all: 1, consumed });
  });

  it('lists the first 1,000 requests a fault applied to', () => {
    const { queue, offer } = queueOf({ do: 'reset', times: 'always' });
    for (let turn = 0; turn < 1001; turn += 1) offer('GET /a');
    const [{ requests = [], consumed } = {}] = queue.account();
    expect([Array.isArray(requests) ? requests.length : 0, consumed]).toEqual([1000, 1001]);
  });
});

describe('fault file', () => {
  it.each([
    [{}, 'faults: contains no faults'],
    [{ faults: [] }, 'faults: contains no faults'],
    [{ faults: {} }, 'faults: is not a list'],
    [{ faults: ['reset'] }, 'faults[0]: is not an object'],
    [{ fault: [] }, 'fault: is not known here'],
    [{ faults: [{}] }, 'faults[0].do: is missing'],
    [{ faults: [{ do: null }] }, 'faults[0].do: is missing'],
    [{ faults: [{ do: 'explode' }] }, 'faults[0].do: is "explode"'],
    [{ faults: [{ do: 'reset' }, { do: 'reset', after: true }] }, 'faults[1].after: is not known here'],
    [{ faults: [{ do: 'reset', method: 'FETCH' }] }, 'faults[0].method: is "FETCH"'],
    [{ faults: [{ do: 'reset', path: 'Users' }] }, 'faults[0].path: is "Users"'],
    [{ faults: [{ do: 'reset', nth: 0 }] }, 'faults[0].nth: is 0'],
    [{ faults: [{ do: 'reset', nth: 'always' }] }, 'faults[0].nth: is "always"'],
    [{ faults: [{ do: 'reset', times: 0 }] }, 'faults[0].times: is 0'],
    [{ faults: [{ do: 'reset', times: 1.5 }] }, 'faults[0].times: is 1.5'],
    [{ faults: [{ do: 'reset', applied: 'yes' }] }, 'faults[0].applied: is "yes"'],
    [{ faults: [{ do: 'throttle', applied: true }] }, 'faults[0].applied: is not known here'],
    [{ faults: [{ do: 'error', status: 499 }] }, 'faults[0].status: is 499'],
    [{ faults: [{ do: 'error', status: 600 }] }, 'faults[0].status: is 600'],
    [{ faults: [{ do: 'error', body: 'xml' }] }, 'faults[0].body: is "xml"'],
    [{ faults: [{ do: 'answer', status: 199 }] }, 'faults[0].status: is 199'],
    [{ faults: [{ do: 'answer', headers: { 'a b': '1' } }] }, 'faults[0].headers.a b: cannot be sent'],
    [{ faults: [{ do: 'answer', headers: { a: 'x\r\ny' } }] }, 'faults[0].headers.a: cannot be sent'],
    [{ faults: [{ do: 'stall', for: 'long' }] }, 'faults[0].for: is "long"'],
    [{ faults: [{ do: 'drip', every: '-1s' }] }, 'faults[0].every: is "-1s"'],
    [{ faults: [{ do: 'drip', every: 5 }] }, 'faults[0].every: is "5"'],
    [{ faults: [{ do: 'stall', for: '2073600001ms' }] }, 'faults[0].for: is "2073600001ms"'],
    [{ faults: [{ do: 'cut', at: '100%' }] }, 'faults[0].at: is "100%"'],
    [{ faults: [{ do: 'cut', at: 'half' }] }, 'faults[0].at: is "half"'],
    [{ faults: [{ do: 'total' }] }, 'faults[0].add: is missing'],
    [{ faults: [{ do: 'total', add: 0 }] }, 'faults[0].add: is 0'],
    [{ faults: [{ do: 'token', end: 'gone' }] }, 'faults[0].end: is "gone"'],
  ])('%j: %s', (document, expected) => {
    const { issues } = readFaults(document);
    expect(issues.map(({ path, message }) => `${path}: ${message}`).join(', ')).toBe(expected);
    for (const { expected: wanted, code } of issues) {
      expect(wanted).not.toBe('');
      expect(code).toBe('invalid_fault');
    }
  });

  it.each([200, 599])('accepts status %i for an answer fault', (status) => {
    expect(faultsOf({ do: 'answer', status })).toMatchObject([{ status }]);
  });

  it.each([2_073_599_999, 2_073_600_000])('accepts a pause of %i ms, up to 24 days', (milliseconds) => {
    expect(faultsOf({ do: 'stall', for: `${milliseconds}ms` })).toMatchObject([{ for: milliseconds }]);
  });

  it.each([500, 599])('accepts status %i for an error fault', (status) => {
    expect(faultsOf({ do: 'error', status })).toMatchObject([{ status }]);
  });

  it.each(Object.entries(FAULTS))('the guide explains the fault %s', (name, { means, takes }) => {
    const row = `| \`${name}\` | ${means} | ${takes.map((one) => `\`${one}\``).join(', ')} |`;
    expect(readFileSync('docs/sandbox.md', 'utf8').split('\n')).toContain(row);
  });

  it('supports every fault name and prints each in a readable form', () => {
    const written = Object.keys(FAULTS).map((name) => ({
      do: name,
      ...(name === 'total' ? { add: 1 } : {}),
    }));
    const read = faultsOf(...written);
    expect(read.map((fault) => fault.do)).toEqual(Object.keys(FAULTS));
    expect(faultsOf(...read.map(printFault))).toEqual(read);
  });

  it('prints units, and a body that is null, so that each fault can be added again', () => {
    const percents = Array.from({ length: 100 }, (_, at) => ({ do: 'cut', at: `${at}%` }));
    const read = faultsOf(
      { do: 'stall', for: '1.5h' },
      { do: 'drip', every: '0.5ms', times: 'always' },
      { do: 'answer', body: null },
      ...percents,
    );
    const printed = read.map(printFault);
    expect(printed.slice(0, 4)).toMatchObject([
      { for: '5400000ms' },
      { every: '0.5ms', times: 'always' },
      { body: null },
      { at: '0%' },
    ]);
    expect(printed.slice(3).map(({ at }) => at)).toEqual(percents.map(({ at }) => at));
    expect(faultsOf(...printed)).toEqual(read);
  });
});
