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
const MAX_DELAY = 30_000;
/** Longest pause after a failed early renewal, in milliseconds: not every request runs the command again. */
const EARLY_PAUSE = 10_000;

/** Creates a token source that caches a token for its lifetime. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const cached = new CachedToken(options);
  return {
    current: () => cached.current(),
    renewed: (refused) => cached.renewed(refused),
  };
}

class CachedToken implements TokenSource {
  private readonly options: TokenSourceOptions;
  private token: Promise<string> | undefined;
  /** The token read last, when that read began, and when the last one failed. */
  private value: string | undefined;
  private readAt = 0;
  private failedAt = Number.NEGATIVE_INFINITY;
  private renewal: Promise<string> | undefined;
  private patience: Promise<string> | undefined;
  /** The refused token that could not be replaced, and why. */
  private givenUp: { readonly refused: string; readonly why: unknown; readonly at: number } | undefined;

  constructor(options: TokenSourceOptions) {
    this.options = options;
  }

  current(): Promise<string> {
    this.token ??= this.read();
    if (!this.isEnding()) return this.token;
    // The old token is still valid for a short time. If the renewal fails, use it and let the service
    // decide.
    const old = this.token;
    return this.readAgain().catch(() => old);
  }

  async renewed(refused: string): Promise<string | undefined> {
    const { mayChange, now } = this.options;
    if (!mayChange) return undefined;
    if (this.givenUp?.refused === refused && now() - this.givenUp.at < MAX_DELAY) throw this.givenUp.why;
    const isAsking = (this.renewal ?? this.patience) !== undefined;
    if (!isAsking && this.value !== undefined && this.value !== refused) return this.value;
    const next = await this.readPatiently(refused);
    return next === refused ? undefined : next;
  }

  private isEnding(): boolean {
    const { mayChange, lifetime, now } = this.options;
    return (
      mayChange &&
      lifetime !== undefined &&
      this.value !== undefined &&
      now() - this.readAt >= lifetime * (1 - LAST_PART) &&
      now() - this.failedAt >= Math.min(EARLY_PAUSE, (lifetime * LAST_PART) / ATTEMPTS)
    );
  }

  private async read(): Promise<string> {
    const begun = this.options.now();
    this.value = await this.options.read();
    this.readAt = begun;
    return this.value;
  }

  /** Reads the token again; concurrent callers share one read. */
  private readAgain(): Promise<string> {
    this.renewal ??= (async () => {
      try {
        const next = await this.read();
        this.token = Promise.resolve(next);
        return next;
      } catch (why) {
        this.failedAt = this.options.now();
        throw why;
      } finally {
        this.renewal = undefined;
      }
    })();
    return this.renewal;
  }

  /** Like `readAgain`, with more attempts if reads may be retried. */
  private readPatiently(refused: string): Promise<string> {
    const { now, pause } = this.options;
    this.patience ??= retryRead(() => this.readAgain(), now, pause)
      .catch((why: unknown) => {
        if (pause !== undefined) this.givenUp = { refused, why, at: now() };
        throw why;
      })
      .finally(() => {
        this.patience = undefined;
      });
    return this.patience;
  }
}

/** Retries a read a few times. @throws the error of the last read */
async function retryRead(
  read: () => Promise<string>,
  now: () => number,
  pause: TokenSourceOptions['pause'] | undefined,
): Promise<string> {
  const begun = now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (why) {
      if (pause === undefined || attempt >= ATTEMPTS || now() - begun >= MAX_DELAY) throw why;
      await pause(attempt, why);
    }
  }
}
