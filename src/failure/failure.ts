import type { Issue } from './issue.ts';

/** Why a run cannot go on, and the exit code that says so (product, Exit codes). */
export const FAILURE_KINDS = {
  internal: { exit: 1, means: 'a defect of orgctl' },
  usage: { exit: 2, means: 'the command line is wrong; nothing was sent' },
  itemsFailed: { exit: 3, means: 'finished, and at least one item failed' },
  unauthorised: { exit: 4, means: 'authentication or permission refused' },
  invalidInput: { exit: 5, means: 'input rejected; nothing was sent' },
  refused: { exit: 6, means: 'the service refused' },
  stale: { exit: 7, means: 'the plan is stale' },
  unknownOutcome: { exit: 7, means: 'an outcome is still unknown' },
  pendingChanges: { exit: 8, means: 'changes are pending' },
  limit: { exit: 9, means: 'a safety limit stopped it; nothing was sent' },
  throttled: { exit: 10, means: 'throttled or unavailable for longer than allowed' },
  unreachable: { exit: 11, means: 'no usable answer: DNS, TLS, proxy, connection' },
  storage: { exit: 12, means: 'local storage: journal, config, output file, lock' },
} as const;
export type FailureKind = keyof typeof FAILURE_KINDS;

export interface FailureDetails {
  /** The service's own code, as in SCIM §7. */
  readonly code?: string;
  /** A command that can be pasted, or what to do. */
  readonly hint?: string;
  /** HTTP status, when the service answered. */
  readonly status?: number;
  /** Findings in input, each with its place. */
  readonly issues?: readonly Issue[];
  /** One line of input and the offset in it where it went wrong. */
  readonly excerpt?: { readonly text: string; readonly at: number };
  readonly cause?: unknown;
}

/** The one way in which things go wrong: a kind, one line for people, and what a program may want to know. */
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

/** Returns the error as a Failure: itself, or an internal one that keeps it as its cause. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('internal', message, { cause: error });
}

/** Returns the code of a Node system error such as ENOENT, if it is one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}
