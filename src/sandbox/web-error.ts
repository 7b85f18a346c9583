import type { JsonObject } from '../spec/protocol-types.ts';
import type { WebErrorCode } from '../spec/webapi-error-codes.ts';

/** A refusal of a Web API call with one of its codes (WEB §7). */
export class WebError extends Error {
  override readonly name = 'WebError';
  readonly code: WebErrorCode;
  /** Members beside `ok` and `error`, such as `detail`, `needed` or `provided`. */
  readonly more: JsonObject;
  /** Seconds to wait; set with `ratelimited`. */
  readonly retryAfter: number | undefined;

  constructor(code: WebErrorCode, more: JsonObject = {}, retryAfter?: number) {
    super(code);
    this.code = code;
    this.more = more;
    this.retryAfter = retryAfter;
  }
}
