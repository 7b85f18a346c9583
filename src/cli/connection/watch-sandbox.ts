import { Audit } from '../../sandbox/audit.ts';
import { WATCH_BOUNDS } from '../../sandbox/bounds.ts';
import { ChangeLog } from '../../sandbox/inspect/inspector.ts';
import { openRecordFile } from '../../sandbox/inspect/record-file.ts';
import { Recorder } from '../../sandbox/inspect/recorder.ts';
import type { ListenOptions } from '../../sandbox/listen.ts';
import type { Organization } from '../../sandbox/organization.ts';
import type { Host } from '../host.ts';
import { refuseNoName } from '../printing/refuse-existing.ts';

/** Observers of a sandbox while it is served: the inspection page, a record file, both or none. */
export interface SandboxWatch {
  /** Notes changes, also for the page. */
  readonly audit: Audit;
  /** Returns the observers for the port of an organization. */
  of(organization: Organization): Pick<ListenOptions, 'watch' | 'inspector'>;
  /** Closes the file. @throws Failure `storage` if a request could not be written to it */
  close(): void;
}

/** Memory limits if requests are only written to a file. */
const KEEP_ONE = { exchanges: 1, heldCharacters: 0 };

/**
 * Opens the observers of a sandbox.
 * @param record file to which every request is appended
 * @throws Failure `usage` for a file named -; `storage` if the file cannot be written
 */
export function watchSandbox(
  { isInspected, record }: { readonly isInspected: boolean; readonly record: string | undefined },
  { now, clock }: Pick<Host, 'now' | 'clock'>,
): SandboxWatch {
  refuseNoName(record, 'name a file, for example --record requests.ndjson');
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
