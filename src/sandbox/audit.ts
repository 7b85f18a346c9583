import type { JsonObject } from '../spec/protocol-types.ts';
import type { BeforeChange } from './organization.ts';
import type { OrganizationChange, StoredGroup } from './organization-data.ts';

/** One change that was made, whatever the response to its request. */
export interface AuditEntry {
  /** Starts at 1, without gaps. */
  readonly seq: number;
  /** RFC 3339, UTC. */
  readonly time: string;
  /** Number of the request that caused the change, if any. */
  readonly request?: number;
  readonly method?: string;
  readonly path?: string;
  /** `user`, `group`, or the kind of a record of the Web API. */
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
  /** `same`: written without any difference. */
  readonly action: 'created' | 'changed' | 'deleted' | 'same';
  /** Names of the changed fields; for memberships, `+ID` and `-ID`. */
  readonly fields: readonly string[];
}

interface AuditedRequest {
  readonly method: string;
  readonly url: string;
  readonly number?: number;
}

/** Maximum number of entries kept; the oldest are dropped. */
const MAX_ENTRIES = 100_000;

/** Ordered log of the actual changes to an organization; append-only. */
export class Audit {
  private readonly now: () => number;
  private readonly kept: AuditEntry[] = [];
  private last = 0;
  private asking: AuditedRequest | undefined;

  private readonly tell: (entry: AuditEntry, change: OrganizationChange, before: BeforeChange) => void;

  /** @param tell receives each entry, the change, and the state of its subject before */
  constructor(
    now: () => number,
    tell: (entry: AuditEntry, change: OrganizationChange, before: BeforeChange) => void = () => {},
  ) {
    this.now = now;
    this.tell = tell;
  }

  /** Runs a callback; changes made meanwhile are attributed to the request. */
  attributeTo<T>(request: AuditedRequest, call: () => T): T {
    this.asking = request;
    try {
      return call();
    } finally {
      this.asking = undefined;
    }
  }

  /** Records a change that was made. */
  add(change: OrganizationChange, before: BeforeChange): void {
    this.last += 1;
    const { asking } = this;
    const entry = {
      seq: this.last,
      time: new Date(this.now()).toISOString(),
      ...(asking?.number === undefined ? {} : { request: asking.number }),
      ...(asking === undefined ? {} : { method: asking.method, path: new URL(asking.url).pathname }),
      ...changeSummary(change, before),
    };
    this.kept.push(entry);
    if (this.kept.length > MAX_ENTRIES) this.kept.shift();
    this.tell(entry, change, before);
  }

  /** Returns the entries after a sequence number, oldest first. */
  entries(after = 0): readonly AuditEntry[] {
    return this.kept.filter(({ seq }) => seq > after);
  }
}

function changeSummary(
  change: OrganizationChange,
  before: BeforeChange,
): Pick<AuditEntry, 'kind' | 'id' | 'action' | 'fields'> & { readonly name?: string } {
  if ('user' in change) {
    const { id, values } = change.user;
    const known = before !== undefined && 'values' in before ? before.values : undefined;
    return { kind: 'user', id, name: values.userName, ...comparedFields(known, values) };
  }
  if ('group' in change) {
    const { id, displayName } = change.group;
    return { kind: 'group', id, name: displayName, ...comparedGroup(before, change.group) };
  }
  if ('membership' in change) {
    const { group: id, removed, added } = change.membership;
    const fields = [...added.map((user) => `+${user}`), ...removed.map((user) => `-${user}`)];
    return { kind: 'group', id, ...nameOf(before), action: fields.length === 0 ? 'same' : 'changed', fields };
  }
  if ('deletedGroup' in change)
    return { kind: 'group', id: change.deletedGroup, ...nameOf(before), action: 'deleted', fields: [] };
  if ('record' in change) {
    const { kind, id } = change.record;
    return { kind, id, ...comparedFields(before, change.record) };
  }
  if ('deletedRecord' in change) return { ...change.deletedRecord, action: 'deleted', fields: [] };
  return { kind: 'settings', id: '', action: 'changed', fields: [] };
}

function comparedFields(before: object | undefined, after: object): Pick<AuditEntry, 'action' | 'fields'> {
  if (before === undefined) return { action: 'created', fields: Object.keys(after) };
  const [one, other] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const fields = [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name)),
  );
  return { action: fields.length === 0 ? 'same' : 'changed', fields };
}

function comparedGroup(before: BeforeChange, after: StoredGroup): Pick<AuditEntry, 'action' | 'fields'> {
  if (before === undefined || !('members' in before)) return { action: 'created', fields: [] };
  return comparedFields({ ...before }, after);
}

function nameOf(before: BeforeChange): { readonly name?: string } {
  return before !== undefined && 'displayName' in before ? { name: before.displayName } : {};
}

/** Returns an entry as JSON. */
export function auditJson({ fields, ...entry }: AuditEntry): JsonObject {
  return { ...entry, fields: [...fields] };
}
