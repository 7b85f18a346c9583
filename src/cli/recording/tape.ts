import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import type { RunningCommand } from '../../terminal/run-command.ts';
import type { Remember } from '../../values/remember.ts';
import type { BaseTransport } from '../connection/base-transport.ts';

/** What a recording, or a replay, puts between a command and what is outside of it. */
export interface Tape {
  /** Opens the way to the service, or what stands for it. */
  connect(open: () => Promise<BaseTransport>): Promise<BaseTransport>;
  /** Called with the connection that the command uses. */
  resolved(profile: ResolvedProfile): void;
  /** Questions to the person at the keyboard. */
  prompts(own: Prompts): Prompts;
  /** What the command makes of values by looking into them, which inventions would not give again. */
  readonly remember: Remember;
  /** Starts another program, or only tells how it ended. */
  start(program: () => Promise<RunningCommand>): Promise<RunningCommand>;
}
