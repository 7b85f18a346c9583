import { onTestFinished } from 'vitest';
import { listen } from '../../src/sandbox/listen.ts';
import { NOW, openTestSandbox, type TestSandboxOptions, type TestService } from './test-sandbox.ts';

export interface ListeningService {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The same sandbox without a socket. */
  readonly service: TestService;
}

/** Serves a sandbox on a free local port until the end of the test. */
export async function listeningSandbox(options: TestSandboxOptions = {}): Promise<ListeningService> {
  const service = await openTestSandbox(options);
  const server = await listen(service.sandbox, 0, options.now ?? (() => NOW));
  onTestFinished(() => server.close());
  return { origin: server.origin, service };
}
