/** Where the token of one kind comes from while a command runs. */
export interface TokenSource {
  /** The token for the next request; asked for anew shortly before its lifetime ends, where that is known. */
  current(): Promise<string>;
  /**
   * Asks for another token in place of one that the service refused. Requests that were refused together ask once.
   * @returns undefined where there is no other one
   */
  renewed(refused: string): Promise<string | undefined>;
}

export interface TokenSourceOptions {
  /** Reads or makes a token. */
  readonly read: () => Promise<string>;
  /** Whether a later reading may give another one. */
  readonly mayChange: boolean;
  /** How long a token is good, in milliseconds; undefined where nobody knows. */
  readonly lifetime?: number | undefined;
  /** Milliseconds since 1970: it goes on while a machine sleeps. */
  readonly now: () => number;
}

/** The last part of its lifetime in which a token is not used any more: a request may wait on its way. */
const LAST_PART = 0.1;

/** Keeps a token for as long as it is good. */
export function createTokenSource({ read, mayChange, lifetime, now }: TokenSourceOptions): TokenSource {
  let token: Promise<string> | undefined;
  let value: string | undefined;
  let readAt = 0;
  let renewal: Promise<string> | undefined;

  const first = async () => {
    readAt = now();
    value = await read();
    return value;
  };
  /** One reading at a time, for all callers. */
  const readAgain = () => {
    renewal ??= (async () => {
      try {
        const next = await first();
        token = Promise.resolve(next);
        return next;
      } finally {
        renewal = undefined;
      }
    })();
    return renewal;
  };
  const isEnding = () =>
    mayChange &&
    lifetime !== undefined &&
    value !== undefined &&
    now() - readAt >= lifetime * (1 - LAST_PART);

  return {
    current() {
      token ??= first();
      if (!isEnding()) return token;
      // It is still good for a moment: what the service says of it decides, not the command that failed.
      const old = token;
      return readAgain().catch(() => old);
    },
    async renewed(refused) {
      if (!mayChange) return undefined;
      if (renewal === undefined && value !== undefined && value !== refused) return value;
      const next = await readAgain();
      return next === refused ? undefined : next;
    },
  };
}
