import type { OwnErrorCode } from '../../spec/own-codes.ts';
import type { MatchKey } from '../input/match-keys.ts';
import type { SnapshotUser } from './snapshot.ts';

/** The users that one key of a row finds. */
export interface KeyHit {
  readonly key: MatchKey;
  readonly value: string;
  /** More than one only if they share an employee number. */
  readonly users: readonly SnapshotUser[];
  /** Users who have the number with other leading zeros, if none has it exactly. */
  readonly withZeros?: readonly SnapshotUser[];
}

/** The user of a row, and how it was found. */
export interface Match {
  /** All keys that the row has, in chain order. */
  readonly hits: readonly KeyHit[];
  /** Undefined if the organization has no such user, or if there is a finding. */
  readonly user?: SnapshotUser;
  /** The key that decided. */
  readonly by?: MatchKey;
  /** Contradiction that the user must resolve. */
  readonly finding?: MatchFinding;
  /** A finding that was accepted (`--accept-identity-change`). */
  readonly accepted?: MatchFinding;
}

export interface MatchFinding {
  readonly code: (OwnErrorCode & IdentityCode) | 'spreadsheet_damage';
  readonly path: MatchKey;
  readonly message: string;
}

/** Contradictions between the values of a row and the user that its keys find; they can be accepted. */
export const IDENTITY_CODES = ['identity_conflict', 'identity_changed', 'employee_number_shared'] as const;
export type IdentityCode = (typeof IDENTITY_CODES)[number];

/** Returns all users that any key of a row finds. */
export function usersHit({ hits }: Match): readonly SnapshotUser[] {
  const found: SnapshotUser[] = [];
  for (const { users, withZeros = [] } of hits) found.push(...users, ...withZeros);
  return found;
}
