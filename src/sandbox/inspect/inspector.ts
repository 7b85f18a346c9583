import type { AuditEntry } from '../audit.ts';
import { WATCH_BOUNDS } from '../bounds.ts';
import type { BeforeChange, Organization } from '../organization.ts';
import type { OrganizationChange } from '../organization-data.ts';
import type { Recorder } from './recorder.ts';
import { Ring } from './ring.ts';
import { type SeenChange, seenChange } from './seen-change.ts';

/** The latest changes of the organization, with the values before and after. */
export class ChangeLog {
  readonly kept = new Ring<SeenChange>(WATCH_BOUNDS.changes);
  private readonly listeners = new Set<(change: SeenChange) => void>();

  /** Listener for the audit. */
  readonly tell = (entry: AuditEntry, change: OrganizationChange, before: BeforeChange): void => {
    const seen = { ...seenChange(entry, change, before), seq: this.kept.last + 1 };
    this.kept.add(seen);
    for (const listener of this.listeners) listener(seen);
  };

  /** Adds a listener; returns a function that removes it. */
  listen(listener: (change: SeenChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Data of the inspect page. */
export interface Inspector {
  readonly organization: Organization;
  readonly recorder: Recorder;
  readonly changes: ChangeLog;
  /** Start time of the sandbox, which identifies one run of it: RFC 3339. */
  readonly started: string;
}
