import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';

/** A refusal by the service with one of its codes (SCIM §7). */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly code: ScimErrorCode;
  /** Detail that a real service adds after the code, such as `username=anna`. */
  readonly context: string | undefined;
  /** Seconds to wait; set with status 429. */
  readonly retryAfter: number | undefined;
  /** Methods that the path accepts; set with status 405. */
  readonly allowed: readonly string[];

  constructor(
    code: ScimErrorCode,
    options: { context?: string; retryAfter?: number; allowed?: readonly string[] } = {},
  ) {
    super(code);
    this.code = code;
    this.context = options.context;
    this.retryAfter = options.retryAfter;
    this.allowed = options.allowed ?? [];
  }

  get status(): number {
    return SCIM_ERROR_CODES[this.code].status;
  }

  /** HTTP headers that belong to the status: `Retry-After`, `Allow`, `WWW-Authenticate` (RFC 9110). */
  get headers(): Readonly<Record<string, string>> {
    return {
      ...(this.retryAfter === undefined ? {} : { 'retry-after': String(this.retryAfter) }),
      ...(this.status === 405 ? { allow: this.allowed.join(', ') } : {}),
      ...(this.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    };
  }
}
