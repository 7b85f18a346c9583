import type { HttpRequest } from './transport.ts';

/** A wait before a request is sent again. */
export interface Wait {
  readonly milliseconds: number;
  /** `throttled`: the quota is exhausted; `locked`: the resource is locked; `trouble`: a transient error. */
  readonly why: 'throttled' | 'locked' | 'trouble';
  readonly request: HttpRequest;
  /** For trouble: its description, such as `service unreachable`. */
  readonly says?: string;
  /** For trouble: remaining milliseconds before an outage ends the command. */
  readonly left?: number;
}
