import type { ResolvedProfile } from '../../profiles/resolve-profile.ts';
import type { Prompts } from '../../terminal/prompts.ts';
import type { BaseTransport } from '../connection/base-transport.ts';

/** What a recording, or a replay, puts between a command and what is outside of it. */
export interface Tape {
  /** Opens the way to the service, or what stands for it. */
  connect(open: () => Promise<BaseTransport>): Promise<BaseTransport>;
  /** Called with the connection that the command uses. */
  resolved(profile: ResolvedProfile): void;
  /** Questions to the person at the keyboard. */
  prompts(own: Prompts): Prompts;
}
