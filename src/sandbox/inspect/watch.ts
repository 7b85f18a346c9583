import type { WireAnswer } from '../faults/faulty-answer.ts';
import type { SandboxRequest } from '../scim-service.ts';

/** A request to the service, and what its sender got. */
export interface SeenRequest {
  readonly request: SandboxRequest;
  readonly answer: WireAnswer;
  /** Milliseconds from its head to its answer. */
  readonly took: number;
}

/** A receiver of every request. */
export interface Watch {
  /** Milliseconds, from any moment on. */
  readonly clock: () => number;
  /** Is called after the answer left, and does not throw. */
  readonly tell: (seen: SeenRequest) => void;
}
