/** A reset that is larger is a moment, not a number of seconds. */
const LONGEST_WINDOW = 86_400;

/** Fields of a structured header, such as `limit=100, reset=5` or `"default";q=100;w=60`. */
const fieldIn = (text: string, name: string) => new RegExp(`\\b${name}=(\\d+)`).exec(text)?.[1];

/**
 * Returns a quota that headers tell, such as `180 in 60 s`: `RateLimit-Policy`, `RateLimit` (drafts of the
 * IETF), or `X-RateLimit-Limit` with `X-RateLimit-Window` or `X-RateLimit-Reset` at the beginning of a
 * window. Undefined where they tell no number or no time.
 */
export function quotaIn(headers: Readonly<Record<string, string>>): string | undefined {
  const read = (name: string) => headers[name] ?? '';
  const policy = read('ratelimit-policy');
  const whole = read('ratelimit');
  const count =
    fieldIn(policy, 'q') ??
    /^\s*"?(\d+)/.exec(policy)?.[1] ??
    fieldIn(whole, 'limit') ??
    /^\s*(\d+)/.exec(read('ratelimit-limit') || read('x-ratelimit-limit'))?.[1];
  const seconds =
    fieldIn(policy, 'w') ??
    fieldIn(whole, 'w') ??
    /^\s*(\d+)/.exec(read('x-ratelimit-window') || read('ratelimit-reset') || read('x-ratelimit-reset'))?.[1];
  const isWindow = Number(seconds) > 0 && Number(seconds) <= LONGEST_WINDOW;
  return Number(count) > 0 && isWindow ? `${Number(count)} in ${Number(seconds)} s` : undefined;
}
