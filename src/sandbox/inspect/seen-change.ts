import { HIDDEN, isSecretName } from '../../http/secret-members.ts';
import { defined } from '../../values/defined.ts';
import type { AuditEntry } from '../audit.ts';
import type { BeforeChange } from '../organization.ts';
import type { OrganizationChange } from '../organization-data.ts';

/** A change with the values before and after it. */
export interface SeenChange extends Pick<AuditEntry, 'seq' | 'time' | 'request' | 'kind' | 'id' | 'action'> {
  readonly name?: string;
  readonly fields: readonly SeenField[];
}

export interface SeenField {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** Maximum number of fields per change, and of characters per value. */
const MAX_FIELDS = 40;
const MAX_CHARACTERS = 200;

/** Returns an audit entry with the values before and after. */
export function seenChange(entry: AuditEntry, change: OrganizationChange, before: BeforeChange): SeenChange {
  const { seq, time, request, kind, id, name, action, fields } = entry;
  const [old, young] = [valuesIn(before), valuesIn(changedThing(change))];
  const shown = fields.slice(0, MAX_FIELDS).map((field): SeenField => {
    if (field.startsWith('+')) return { name: 'members', after: field.slice(1) };
    if (field.startsWith('-')) return { name: 'members', before: field.slice(1) };
    const [was, is] = [shownValue(field, old.get(field)), shownValue(field, young.get(field))];
    return {
      name: field,
      ...defined({ before: was, after: is }),
    };
  });
  return {
    seq,
    time,
    ...defined({ request }),
    kind,
    id,
    ...defined({ name }),
    action,
    fields: shown,
  };
}

function changedThing(change: OrganizationChange): object | undefined {
  if ('user' in change) return change.user;
  if ('group' in change) return change.group;
  return 'record' in change ? change.record : undefined;
}

/** Returns the members of a resource; for a user, also its attributes. */
function valuesIn(thing: object | undefined): ReadonlyMap<string, unknown> {
  if (thing === undefined) return new Map();
  const inner = 'values' in thing && typeof thing.values === 'object' ? thing.values : undefined;
  return new Map([...Object.entries(thing), ...Object.entries(inner ?? {})]);
}

function shownValue(name: string, value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (isSecretName(name)) return HIDDEN;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? Buffer.from(`${text.slice(0, MAX_CHARACTERS)}…`).toString() : text;
}
