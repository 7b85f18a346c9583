import { Audit } from '../../sandbox/audit.ts';
import { WATCH_BOUNDS } from '../../sandbox/bounds.ts';
import { ChangeLog } from '../../sandbox/inspect/inspector.ts';
import { openRecordFile } from '../../sandbox/inspect/record-file.ts';
import { Recorder } from '../../sandbox/inspect/recorder.ts';
import type { ListenOptions } from '../../sandbox/listen.ts';
import type { Organization } from '../../sandbox/organization.ts';
import type { Host } from '../host.ts';

/** Who watches a sandbox while it is served: the page, a file, both or nobody. */
export interface SandboxWatch {
  /** Notes what is changed, for the page too. */
  readonly audit: Audit;
  /** Returns what the port has to know of it. */
  of(organization: Organization): Pick<ListenOptions, 'watch' | 'inspector'>;
  /** Ends the file. @throws Failure `storage` when a request could not be written to it. */
  close(): void;
}

/** What is written to a file alone need not be kept. */
const KEEP_ONE = { exchanges: 1, heldCharacters: 0 };

/**
 * Opens what watches a sandbox.
 * @param record the file that every request is added to.
 * @throws Failure `storage` when the file cannot be written.
 */
export function watchSandbox(
  { isInspected, record }: { readonly isInspected: boolean; readonly record: string | undefined },
  { now, clock }: Pick<Host, 'now' | 'clock'>,
): SandboxWatch {
  const file = record === undefined ? undefined : openRecordFile(record);
  const changes = new ChangeLog();
  return {
    audit: isInspected ? new Audit(now, changes.tell) : new Audit(now),
    of(organization) {
      if (!isInspected && file === undefined) return {};
      const recorder = new Recorder(organization, now, clock, isInspected ? WATCH_BOUNDS : KEEP_ONE);
      if (file !== undefined) recorder.listen((exchange) => file.add(exchange));
      if (!isInspected) return { watch: recorder };
      const started = new Date(now()).toISOString();
      return { watch: recorder, inspector: { organization, recorder, changes, started } };
    },
    close() {
      file?.close();
      if (file?.failure !== undefined) throw file.failure;
    },
  };
}
