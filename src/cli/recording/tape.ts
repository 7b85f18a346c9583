import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import type { RunningCommand } from '../../terminal/run-command.ts';
import type { Remember } from '../../values/remember.ts';
import type { BaseTransport } from '../connection/base-transport.ts';

/** Intercepts everything that a command exchanges with its environment, to record or replay it. */
export interface Tape {
  /** Opens the transport to the service, or its replacement. */
  connect(open: () => Promise<BaseTransport>): Promise<BaseTransport>;
  /** Called with each profile that the command uses. */
  resolved(profile: ResolvedProfile): void;
  /** Prompts to the user. */
  prompts(own: Prompts): Prompts;
  /**
   * Values that the command derives from the content of other values, which invented values would not yield.
   */
  readonly remember: Remember;
  /** Starts another program, or imitates its end. */
  start(program: () => Promise<RunningCommand>): Promise<RunningCommand>;
}
