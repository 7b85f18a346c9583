import type { MemberName } from '../../bulk/single/plan-group-writes.ts';
import { Failure } from '../../failure/failure.ts';
import type { ScimClient } from '../../scim/scim-client.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { Context } from '../context.ts';
import { readMemberNames } from '../identity/member-names.ts';
import { membersIn } from '../options/group-options.ts';
import { membersMatching, membersNamed } from '../writes/members-named.ts';
import { readGroupFile } from './group-file.ts';

/** The sources of a complete group; flags take precedence over the file. */
export interface GroupSources {
  readonly name?: string | undefined;
  readonly member?: readonly string[] | undefined;
  readonly membersFile?: string | undefined;
  readonly where?: string | undefined;
  readonly file?: string | undefined;
}

/** A requested group; members are undefined if none were given. */
export interface WantedGroup {
  readonly displayName: string | undefined;
  readonly members: readonly MemberName[] | undefined;
  /** Whether an expression that should name the members matches nobody, so that nothing must be changed. */
  readonly isNobody: boolean;
}

/**
 * Builds a complete group from flags and files.
 * @throws Failure `invalidInput`, also for lists of members without rows, or `refused` for a member who does
 * not exist; nothing was sent
 */
export async function readWantedGroup(
  context: Context,
  scim: ScimClient,
  sources: GroupSources,
  operation: 'create' | 'replace',
): Promise<WantedGroup> {
  const written =
    sources.file === undefined
      ? undefined
      : await readGroupFile(context, scim.dialect, sources.file, operation);
  const fromFile = written === undefined || 'operations' in written ? undefined : written;
  const { member = [], membersFile, where } = sources;
  // An empty file does not mean a group without members: it is refused.
  const flagged = await readMemberNames(context, member, membersFile);
  const matching = await membersMatching(context, where);
  const isNamed = flagged.length > 0 || where !== undefined;
  const named = isNamed ? [...flagged, ...matching] : fromFile?.members;
  if (operation === 'replace') refuseTooMany(new Set(named?.map(({ name }) => name)).size);
  return {
    displayName: sources.name ?? fromFile?.displayName,
    members: named === undefined ? undefined : await membersNamed(scim, named, true),
    isNobody: where !== undefined && named?.length === 0,
  };
}

/** @throws Failure `invalidInput` for more members than one call may name (SCIM §8) */
export function refuseTooMany(count: number): void {
  if (count <= LIMITS.groupUsersPerCall) return;
  throw new Failure('invalidInput', `${membersIn(count)} are more than one request may contain`, {
    code: 'too_many_users',
    hint: 'orgctl scim groups members set --help',
  });
}
