import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Tests with their own server or transport, and the reason. All other faults between a client and the service
 * are faults of the sandbox (`faultySandbox`, `faultyWorld`, `sandbox serve --fault`), so that users can
 * reproduce them with their own clients.
 */
const SERVERS: Readonly<Record<string, string>> = {
  'cli/connection/layers-at-work.test.ts': 'delays responses to count concurrent requests',
  'cli/ends/every-command-ends.slow.test.ts': 'below HTTP: a tunnel and a TLS handshake without a response',
  'cli/list-whole.test.ts': 'a service without faults that indents its JSON',
  'e2e/proxy.test.ts': 'below HTTP: a proxy, and a service behind it that is reached only through it',
  'e2e/token-recipes.slow.test.ts': 'a token broker, not the service',
  'fuzz/entry-points.ts': 'below HTTP: the fuzzer provides every byte of the response',
  'gate/echoes.slow.test.ts': 'a gateway that repeats the content of each request',
  'http/undici-transport.test.ts': 'below HTTP: proxies, TLS, raw bytes',
  'sandbox/inspect/inspect-path.test.ts': 'tests the sandbox itself, with a client that stops reading',
  'support/scripted-server.ts': 'defines these servers',
};
/** Besides those of `test/http`, which test a single layer or transport. */
const TRANSPORTS: Readonly<Record<string, string>> = {
  'bulk/closed-quotas.test.ts': 'refuses one class of requests for a minute, on a simulated clock',
  'bulk/limits.test.ts': 'counts requests',
  'bulk/lost-answers.test.ts': 'only the engine: loses each response in turn, in thousands of runs',
  'bulk/outages.test.ts': 'only the error decides whether a run waits',
  'cli/second-signal.test.ts': 'delays responses until a signal arrives',
  'cli/several-names.test.ts': 'delays look-ups until enough of them arrived',
  'gate/hidden-classes.test.ts': 'only the headers that the layer sends on',
  'probe/write.slow.test.ts': 'loses each write of a probe in turn',
  'scim/doubted-totals.test.ts': 'only the list reader, in property tests',
  'scim/stream-resources.test.ts': 'only the list reader, in property tests',
  'support/bulk-world.ts': 'only the engine, with a power cut at any moment',
  'support/even-share.ts': 'a client for comparison, in simulated time',
  'support/long-day.ts': 'two hours in simulated time',
  'support/paced-client.ts': 'many requests of one or more clients, in simulated time',
  'support/probed-service.ts': 'counts requests',
  'support/quota-grid.ts': 'quotas in simulated time',
  'support/rate-simulation.ts': 'quotas in simulated time',
  'support/scim-client-of.ts': 'a client on a sandbox, without faults',
  'support/simulated-service.ts': 'defines quotas in simulated time',
  'support/web-client.ts': 'a client on a sandbox, without faults',
  'webapi/exchange-ids.test.ts': 'only the Web API client',
  'webapi/integration-log.test.ts': 'only the Web API client',
  'webapi/webapi-client.test.ts': 'only the Web API client',
};

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== join('gate', 'fault-interface.test.ts'))
  .sort();

function filesWith(words: RegExp): readonly string[] {
  return files.filter((file) => words.test(readFileSync(join('test', file), 'utf8')));
}

describe('tests of faults use the faults of the sandbox', () => {
  it('each test with its own server is listed with a reason', () => {
    expect(filesWith(/\b(?:scriptedServer|tcpServer|tlsServer|create(?:Tls|Tcp)?Server)\(/)).toEqual(
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
