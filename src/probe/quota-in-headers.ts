/** Longest rate-limit window, in seconds. A larger reset value is a timestamp. */
const MAX_WINDOW = 86_400;

/** Returns a parameter of a structured header, such as `limit=100, reset=5` or `"default";q=100;w=60`. */
const fieldIn = (text: string, name: string) => new RegExp(`\\b${name}=(\\d+)`).exec(text)?.[1];

/**
 * Returns the quota in response headers, such as `180 in 60 s`, from `RateLimit-Policy`, `RateLimit` (IETF
 * drafts), or `X-RateLimit-Limit` with `X-RateLimit-Window` or, at the start of a window,
 * `X-RateLimit-Reset`. Returns undefined if the count or the time is missing.
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
  const isWindow = Number(seconds) > 0 && Number(seconds) <= MAX_WINDOW;
  return Number(count) > 0 && isWindow ? `${Number(count)} in ${Number(seconds)} s` : undefined;
}
