/** Provides the token of one kind while a command runs. */
export interface TokenSource {
  /**
   * Returns the token for the next request. It is renewed shortly before its lifetime ends, if that is known;
   * if that fails, the old token is returned, and a request soon after tries again.
   */
  current(): Promise<string>;
  /**
   * Returns another token to replace one that the service refused. Requests refused at the same time share
   * one renewal. A failed read is retried a few times, because the token provider may be temporarily
   * unavailable.
   * @returns undefined if there is no other token
   * @throws the error of the last read, also for requests that ask with the same token soon after
   */
  renewed(refused: string): Promise<string | undefined>;
}

export interface TokenSourceOptions {
  /** Reads or creates a token. */
  readonly read: () => Promise<string>;
  /** Whether a later read may return another token. */
  readonly mayChange: boolean;
  /** Waits before a failed read is retried; if absent, reads are not retried. */
  readonly pause?: (attempt: number, why: unknown) => Promise<void>;
  /** Lifetime of a token in milliseconds; undefined if unknown. */
  readonly lifetime?: number | undefined;
  /** Milliseconds since 1970. A wall clock, because it advances while the machine sleeps. */
  readonly now: () => number;
}

/**
 * Last fraction of its lifetime in which a token is renewed: a request may be delayed before the service sees
 * the token.
 */
const LAST_PART = 0.1;
/**
 * Maximum number of reads to replace a refused token, and the milliseconds after which no further read is
 * started.
 */
const ATTEMPTS = 5;
const LONGEST = 30_000;
/** Longest pause after a failed early renewal, in milliseconds: not every request runs the command again. */
const EARLY_PAUSE = 10_000;

/** Creates a token source that caches a token for its lifetime. */
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
  let failedAt = Number.NEGATIVE_INFINITY;
  let renewal: Promise<string> | undefined;

  const first = async () => {
    const begun = now();
    value = await read();
    readAt = begun;
    return value;
  };
  /** Reads the token again; concurrent callers share one read. */
  const readAgain = () => {
    renewal ??= (async () => {
      try {
        const next = await first();
        token = Promise.resolve(next);
        return next;
      } catch (why) {
        failedAt = now();
        throw why;
      } finally {
        renewal = undefined;
      }
    })();
    return renewal;
  };
  let patience: Promise<string> | undefined;
  /** The refused token that could not be replaced, and why. */
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
    now() - readAt >= lifetime * (1 - LAST_PART) &&
    now() - failedAt >= Math.min(EARLY_PAUSE, (lifetime * LAST_PART) / ATTEMPTS);

  return {
    current() {
      token ??= first();
      if (!isEnding()) return token;
      // The old token is still valid for a short time. If the renewal fails, use it and let the service
      // decide.
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

/** Retries a read a few times. @throws the error of the last read */
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
