import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Tests with their own server or transport, and the reason. All other faults between a client and the service
 * are faults of the sandbox (`faultySandbox`, `faultyWorld`, `sandbox serve --fault`), so that users can
 * reproduce them with their own clients.
 */
const SERVERS: Readonly<Record<string, string>> = {
  'cli/connection/layers-at-work.test.ts': 'holds good answers back, to count what is open at once',
  'cli/ends/every-command-ends.slow.test.ts': 'below HTTP: a tunnel and a TLS handshake that nobody answers',
  'cli/list-whole.test.ts': 'a service that is well and indents its JSON',
  'e2e/token-recipes.slow.test.ts': 'a broker of tokens, which is no service',
  'fuzz/entry-points.ts': 'below HTTP: the input of the fuzzer is the whole answer, byte by byte',
  'gate/echoes.slow.test.ts': 'a gateway that repeats what each request carried',
  'http/undici-transport.test.ts': 'below HTTP: proxies, TLS, raw bytes',
  'sandbox/inspect/inspect-path.test.ts':
    'the sandbox itself is under test, with a reader that does not read',
  'support/scripted-server.ts': 'defines them',
};
/** Besides those of `test/http`, which test a single layer or transport. */
const TRANSPORTS: Readonly<Record<string, string>> = {
  'bulk/limits.test.ts': 'counts requests',
  'bulk/lost-answers.test.ts': 'the engine alone: one answer is lost at each moment, thousands of times',
  'bulk/outages.test.ts': 'what a run waits for, by the error alone',
  'cli/second-signal.test.ts': 'holds answers back until a signal came',
  'cli/several-names.test.ts': 'holds look-ups back until enough of them came',
  'probe/write.slow.test.ts': 'loses each write of a probe in turn, whichever they are',
  'scim/doubted-totals.test.ts': 'the reader of lists alone, over properties',
  'scim/stream-resources.test.ts': 'the reader of lists alone, over properties',
  'support/bulk-world.ts': 'the engine alone, with a power that can go at each moment',
  'support/even-share.ts': 'a client to compare with, in simulated time',
  'support/long-day.ts': 'two hours in simulated time',
  'support/paced-client.ts': 'many requests of one client or several, in simulated time',
  'support/probed-service.ts': 'counts requests',
  'support/quota-grid.ts': 'quotas in simulated time',
  'support/rate-simulation.ts': 'quotas in simulated time',
  'support/scim-client-of.ts': 'a client on a sandbox, without faults',
  'support/simulated-service.ts': 'defines it: quotas in simulated time',
  'support/web-client.ts': 'a client on a sandbox, without faults',
  'webapi/exchange-ids.test.ts': 'answers of the Web API client alone',
  'webapi/integration-log.test.ts': 'answers of the Web API client alone',
  'webapi/webapi-client.test.ts': 'answers of the Web API client alone',
};

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('gate', 'fault-interface.test.ts'))
  .sort();

function filesWith(words: RegExp): readonly string[] {
  return files.filter((file) => words.test(readFileSync(join('test', file), 'utf8')));
}

describe('tests of faults use the faults of the sandbox', () => {
  it('each test with its own server is listed with a reason', () => {
    expect(filesWith(/\b(?:scriptedServer|tcpServer|create(?:Tls|Tcp)?Server)\(/)).toEqual(
      Object.keys(SERVERS),
    );
  });

  it('each test with its own transport is listed with a reason', () => {
    const own = /: Transport\b|new NoResponse\(|simulated-(?:service|quota)\.ts|transport: async/;
    const found = filesWith(own).filter((file) => !file.startsWith('http/'));
    expect(found).toEqual(Object.keys(TRANSPORTS));
  });

  it('no test mocks modules or Node globals', () => {
    expect(filesWith(/\bvi\.(?:mock|doMock|stubGlobal)\(|\bMockAgent\b|globalThis\.fetch\s*=/)).toEqual([]);
  });
});
