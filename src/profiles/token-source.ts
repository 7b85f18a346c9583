/** Where the token of one kind comes from while a command runs. */
export interface TokenSource {
  /** The token for the next request; asked for anew shortly before its lifetime ends, where that is known. */
  current(): Promise<string>;
  /**
   * Asks for another token in place of one that the service refused. Requests that were refused together ask
   * once. What gives tokens may be away for a moment, and is asked again a few times.
   * @returns undefined where there is no other one
   * @throws what the last reading failed with, also for requests with the same token that come soon after
   */
  renewed(refused: string): Promise<string | undefined>;
}

export interface TokenSourceOptions {
  /** Reads or makes a token. */
  readonly read: () => Promise<string>;
  /** Whether a later reading may give another one. */
  readonly mayChange: boolean;
  /** Waits before a failed reading is tried again; it is tried once when absent. */
  readonly pause?: (attempt: number, why: unknown) => Promise<void>;
  /** How long a token is good, in milliseconds; undefined where nobody knows. */
  readonly lifetime?: number | undefined;
  /** Milliseconds since 1970: it goes on while a machine sleeps. */
  readonly now: () => number;
}

/** The last part of its lifetime in which a token is not used any more: a request may wait on its way. */
const LAST_PART = 0.1;
/**
 * Readings in all in place of a token that was refused, and after how many milliseconds none is begun any
 * more.
 */
const ATTEMPTS = 5;
const LONGEST = 30_000;

/** Keeps a token for as long as it is good. */
export function createTokenSource({
  read,
  mayChange,
  lifetime,
  now,
  pause,
}: TokenSourceOptions): TokenSource {
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
  let patience: Promise<string> | undefined;
  /** A token in whose place nothing else could be read, and why. */
  let givenUp: { readonly refused: string; readonly why: unknown; readonly at: number } | undefined;
  const readPatiently = (refused: string) => {
    patience ??= patiently(readAgain, now, pause)
      .catch((why: unknown) => {
        if (pause !== undefined) givenUp = { refused, why, at: now() };
        throw why;
      })
      .finally(() => {
        patience = undefined;
      });
    return patience;
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
      if (givenUp?.refused === refused && now() - givenUp.at < LONGEST) throw givenUp.why;
      const isAsking = (renewal ?? patience) !== undefined;
      if (!isAsking && value !== undefined && value !== refused) return value;
      const next = await readPatiently(refused);
      return next === refused ? undefined : next;
    },
  };
}

/** Reads until it succeeds, a few times. @throws what the last reading failed with */
async function patiently(
  read: () => Promise<string>,
  now: () => number,
  pause: TokenSourceOptions['pause'] | undefined,
): Promise<string> {
  const begun = now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (why) {
      if (pause === undefined || attempt >= ATTEMPTS || now() - begun >= LONGEST) throw why;
      await pause(attempt, why);
    }
  }
}
