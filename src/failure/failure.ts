import type { Issue } from './issue.ts';

/**
 * Kinds of failures: the exit code, and the code in JSON output if the service returned none. `orgctl
 * explain` has a row for each code (src/spec/own-codes.ts).
 */
export const FAILURE_KINDS = {
  internal: { exit: 1, code: 'internal', means: 'a bug in orgctl' },
  usage: { exit: 2, code: 'usage', means: 'invalid command line; nothing was sent' },
  itemsFailed: { exit: 3, code: 'items_failed', means: 'finished, and at least one item failed' },
  unauthorized: { exit: 4, code: 'unauthorized', means: 'authentication or permission refused' },
  invalidInput: { exit: 5, code: 'invalid_input', means: 'input rejected; nothing was sent' },
  refused: {
    exit: 6,
    code: 'refused',
    means: 'the service refused the request: not found, a conflict, or another error code',
  },
  stale: { exit: 7, code: 'stale', means: 'the plan is stale, or conflicts with the current state' },
  pendingChanges: { exit: 8, code: 'pending_changes', means: 'changes are pending' },
  limit: {
    exit: 9,
    code: 'limit',
    means:
      'stopped by a safety limit; nothing was sent unless the message says how many changes were applied',
  },
  throttled: { exit: 10, code: 'throttled', means: 'throttled or unavailable for longer than allowed' },
  unavailable: {
    exit: 10,
    code: 'unavailable',
    means: 'unreachable for longer than allowed, directly or through a proxy',
  },
  unreachable: {
    exit: 11,
    code: 'unreachable',
    means: 'no usable response, and waiting would not help: DNS, TLS, wrong URL, refused by a proxy',
  },
  storage: { exit: 12, code: 'storage', means: 'local storage: journal, config, output file, lock' },
  unknownOutcome: {
    exit: 13,
    code: 'unknown_outcome',
    means: 'an outcome is still unknown after checking',
  },
  declined: { exit: 14, code: 'declined', means: 'a confirmation was declined; nothing was sent' },
} as const;
export type FailureKind = keyof typeof FAILURE_KINDS;
/** The code of a kind in JSON, in snake case like the codes of the service. */
export type FailureCode = (typeof FAILURE_KINDS)[FailureKind]['code'];

export interface FailureDetails {
  /** The service's own code, as in SCIM §7. */
  readonly code?: string;
  /** A command to paste, or what to do. */
  readonly hint?: string;
  /** HTTP status, if the service responded. */
  readonly status?: number;
  /** Findings in input, each with its position. */
  readonly issues?: readonly Issue[];
  /** One line of input and the offset of the error in it. */
  readonly excerpt?: { readonly text: string; readonly at: number };
  readonly cause?: unknown;
}

/** The error class for all reported failures: a kind, a one-line message, and details for programs. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly code: string | undefined;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly issues: readonly Issue[];
  readonly excerpt: { readonly text: string; readonly at: number } | undefined;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.kind = kind;
    this.code = details.code;
    this.hint = details.hint;
    this.status = details.status;
    this.issues = details.issues ?? [];
    this.excerpt = details.excerpt;
  }
}

/** Returns the code for programs: the service's own, else that of the kind. */
export function codeOf(failure: Failure): string {
  return failure.code ?? FAILURE_KINDS[failure.kind].code;
}

/** Returns the error itself if it is a Failure, else an internal Failure with the error as its cause. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('internal', message, { cause: error });
}

/** Returns the code of a Node system error such as ENOENT; undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
