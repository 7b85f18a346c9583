import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { startOrgctl } from './real-bin.ts';

export interface ServedSandbox {
  readonly origin: string;
  /** The object that the program printed. */
  readonly printed: Readonly<Record<string, unknown>>;
  /** Sends a request with the token that the program printed. */
  fetch(path: string, method?: string, body?: unknown): Promise<Response>;
}

/** Runs "orgctl sandbox serve" of the built program with these flags until the end of the test. */
export function servedSandbox(home: string, ...flags: readonly string[]): Promise<ServedSandbox> {
  return servedBy(startOrgctl(home, ['sandbox', 'serve', ...flags, '-o', 'ndjson']));
}

/** Connects to a process that was started with "-o ndjson", until the end of the test. */
export async function servedBy(process: ReturnType<typeof startOrgctl>): Promise<ServedSandbox> {
  onTestFinished(async () => {
    process.kill('SIGTERM');
    await process;
  });
  const [line] = await Promise.race([
    once(process.stdout, 'data'),
    process.then(({ stderr }) => Promise.reject(new Error(stderr))),
  ]);
  const printed = JSON.parse(String(line));
  const { scimBaseUrl: origin, token } = printed;
  return {
    origin,
    printed,
    fetch: (path, method = 'GET', body) =>
      fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
