import { isObject } from '../../json/is-object.ts';
import {
  flag,
  instant,
  listOf,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  type Shape,
  simple,
  text,
  texts,
  wholeFrom,
} from '../../json/shapes.ts';
import { knownUserValues } from '../../rules/user-value-shapes.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import type { NamedGroup } from './copy-builder.ts';

export const SNAPSHOT_FORMAT = 'orgctl-snapshot';

/** Metadata of a snapshot. */
export interface SnapshotHead {
  /** Name of the organization on the command line. */
  readonly name: string;
  /** RFC 3339. */
  readonly taken: string;
}

/** The first line. */
export interface SnapshotStart extends SnapshotHead {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: 1;
  /** Attributes that were read; a later version may add more. */
  readonly holds: readonly string[];
  readonly hasGroups: boolean;
}

interface SnapshotUser {
  readonly id: string;
  readonly isSingleChannel?: true;
  readonly values: UserValues;
}

/** Counts of the preceding lines, and their digest. */
export interface SnapshotEnd {
  readonly users: number;
  readonly groups: number;
  readonly digest: string;
}

/** Any other line; it has exactly one of these members. */
export interface SnapshotRow {
  readonly user?: SnapshotUser;
  readonly group?: NamedGroup;
  readonly end?: SnapshotEnd;
}

const start = objectWith<SnapshotStart>({
  format: oneOf([SNAPSHOT_FORMAT]),
  version: oneOf([1]),
  name: text,
  taken: instant,
  holds: texts,
  hasGroups: flag,
});

const rowMembers = objectWith<SnapshotRow>({
  user: optional(
    objectWith<SnapshotUser>({ id: text, isSingleChannel: optional(oneOf([true])), values: knownUserValues }),
  ),
  group: optional(objectWith<NamedGroup>({ id: text, displayName: text, members: listOf(text) })),
  end: optional(objectWith<SnapshotEnd>({ users: wholeFrom(0), groups: wholeFrom(0), digest: text })),
});
const oneMember = simple(
  'one of user, group, end',
  (value) =>
    isObject(value) && ['user', 'group', 'end'].filter((name) => value[name] !== undefined).length === 1,
);
const row: Shape = (value) => rowMembers(value) ?? oneMember(value);

/** Parses the first line of a snapshot, or returns where it is invalid. */
export function snapshotStartFrom(value: unknown): ReadValue<SnapshotStart> {
  return readAs(value, start);
}

/** Parses another line of a snapshot, or returns where it is invalid. */
export function snapshotRowFrom(value: unknown): ReadValue<SnapshotRow> {
  return readAs(value, row);
}
