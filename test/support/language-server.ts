import { spawn } from 'node:child_process';

/** A language server that is controlled over stdin and stdout like by an editor. */
export interface LanguageServer {
  request(method: string, params: unknown): Promise<unknown>;
  notify(method: string, params: unknown): void;
  /** Returns the next notification of a method, or the last one that arrived before the call. */
  notified(method: string): Promise<unknown>;
  stop(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** Starts a server. @param configuration returned for each section that the server requests */
export function startLanguageServer(command: readonly string[], configuration: unknown): LanguageServer {
  const [file = '', ...words] = command;
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = new Map<number, (result: unknown) => void>();
  const waiting = new Map<string, (params: unknown) => void>();
  const unheard = new Map<string, unknown>();
  let next = 0;
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const take = ({ id, method, params, result }: Message) => {
    if (method === undefined && id !== undefined) answers.get(id)?.(result);
    else if (id !== undefined)
      send({ id, result: method === 'workspace/configuration' ? settings(params) : null });
    else if (method !== undefined) {
      const listener = waiting.get(method);
      waiting.delete(method);
      if (listener === undefined) unheard.set(method, params);
      else listener(params);
    }
  };
  const settings = (params: unknown) => {
    const { items } = params as { readonly items: readonly unknown[] };
    return items.map(() => configuration);
  };
  let pending = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const end = pending.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/i.exec(pending.subarray(0, Math.max(0, end)).toString())?.[1],
      );
      if (end < 0 || pending.length < end + 4 + length) return;
      const body = pending.subarray(end + 4, end + 4 + length).toString();
      pending = pending.subarray(end + 4 + length);
      take(JSON.parse(body) as Message);
    }
  });
  return {
    request: (method, params) =>
      new Promise((resolve) => {
        next += 1;
        answers.set(next, resolve);
        send({ id: next, method, params });
      }),
    notify: (method, params) => send({ method, params }),
    notified: (method) =>
      new Promise((resolve) => {
        const early = unheard.get(method);
        unheard.delete(method);
        if (early === undefined) waiting.set(method, resolve);
        else resolve(early);
      }),
    stop: () => void child.kill(),
  };
}
