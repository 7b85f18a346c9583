import type { WireAnswer } from '../faults/faulty-answer.ts';
import type { SandboxRequest } from '../scim-service.ts';

/** A request to the service, and the answer that its sender received. */
export interface SeenRequest {
  readonly request: SandboxRequest;
  readonly answer: WireAnswer;
  /** Milliseconds from the request headers to the answer. */
  readonly took: number;
}

/** Receives every request. */
export interface Watch {
  /** Milliseconds since an arbitrary time. */
  readonly clock: () => number;
  /** Called after the answer was sent; must not throw. */
  readonly tell: (seen: SeenRequest) => void;
}
