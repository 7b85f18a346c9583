import type { Machine, Ran } from './run-orgctl.ts';

/** A sandbox that is served in this process. */
export interface Serving {
  readonly origin: string;
  readonly token: string;
  /** The printed object. */
  readonly printed: Readonly<Record<string, unknown>>;
  /** Sends a request with the printed token and returns the status of the response. */
  ask(method: string, path: string, body?: unknown): Promise<number>;
}

/** Runs "orgctl sandbox serve --memory" with these flags during a function, then stops it like Ctrl-C. */
export async function whileServing(
  machine: Machine,
  flags: string,
  act: (serving: Serving) => Promise<void>,
): Promise<Ran> {
  let stop: () => void = () => {};
  let ran: Promise<Ran> | undefined;
  const written = new Promise<string>((resolve, reject) => {
    ran = machine.orgctl(`sandbox serve --memory ${flags} -o ndjson`, {
      onStart: (deliver) => {
        stop = () => deliver('SIGINT');
      },
      onStdout: (text) => {
        if (text.endsWith('}\n')) resolve(text);
      },
    });
    ran.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const printed = JSON.parse(await written);
  const { scimBaseUrl: origin, token } = printed;
  try {
    await act({ origin, token, printed, ask: (...request) => ask(origin, token, ...request) });
  } finally {
    stop();
  }
  if (ran === undefined) throw new Error('nothing was served');
  return ran;
}

async function ask(
  origin: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': 'probe <b>/1.0',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.text();
  return answer.status;
}
