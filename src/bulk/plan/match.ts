import type { OwnErrorCode } from '../../spec/own-codes.ts';
import type { MatchKey } from '../input/match-keys.ts';
import type { SnapshotUser } from './snapshot.ts';

/** The users that one key of a row finds. */
export interface KeyHit {
  readonly key: MatchKey;
  readonly value: string;
  /** Several only where they have one employee number. */
  readonly users: readonly SnapshotUser[];
  /** Who has this number with other zeros in front of it, where nobody has it as it stands. */
  readonly withZeros?: readonly SnapshotUser[];
}

/** The user of a row, and how that was decided. */
export interface Match {
  /** Every key that the row has, in the order of the chain. */
  readonly hits: readonly KeyHit[];
  /** Undefined: no user in the organization, or a finding. */
  readonly user?: SnapshotUser;
  /** The key that decided. */
  readonly by?: MatchKey;
  /** Why a person has to decide. */
  readonly finding?: MatchFinding;
  /** A finding that a person has looked at. */
  readonly accepted?: MatchFinding;
}

export interface MatchFinding {
  readonly code: (OwnErrorCode & IdentityCode) | 'spreadsheet_damage';
  readonly path: MatchKey;
  readonly message: string;
}

/** Contradictions between what a row says and who its keys mean; a person may accept them. */
export const IDENTITY_CODES = ['identity_conflict', 'identity_changed', 'employee_number_shared'] as const;
export type IdentityCode = (typeof IDENTITY_CODES)[number];

/** Returns every user that a key of a row finds. */
export function usersHit({ hits }: Match): readonly SnapshotUser[] {
  const found: SnapshotUser[] = [];
  for (const { users, withZeros = [] } of hits) found.push(...users, ...withZeros);
  return found;
}
