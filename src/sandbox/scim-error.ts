import { SCIM_ERROR_CODES, type ScimErrorCode } from '../spec/error-codes.ts';

/** The service refuses a request with one of its codes (SCIM §7). */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly code: ScimErrorCode;
  /** What a real service adds behind the code, such as `username=anna`. */
  readonly context: string | undefined;
  /** Seconds to wait, with a 429. */
  readonly retryAfter: number | undefined;

  constructor(code: ScimErrorCode, options: { context?: string; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.context = options.context;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return SCIM_ERROR_CODES[this.code].status;
  }
}
