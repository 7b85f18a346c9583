import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { Organization } from '../../sandbox/organization.ts';
import { EMPTY_SEED, type Seed } from '../../sandbox/read-seed.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import type { Context } from '../context.ts';
import type { NameOfGroup, ReadExports } from './read-exports.ts';

/** Flags of `sandbox seed` that read users and groups from other sources than its file. */
export interface SeedSources {
  readonly people?: string | undefined;
  readonly groups?: string | undefined;
  readonly like?: string | undefined;
  readonly only?: true | undefined;
  readonly seed?: number | undefined;
}

/** @throws Failure `usage` for flags that exclude or require each other */
export function refuseTogether({ people, groups, like, only }: SeedSources): void {
  if (only === true && people === undefined)
    throw new Failure('usage', '--only replaces the organization with the users of a file', {
      hint: '--only --people people.csv --groups groups.csv',
    });
  if (like !== undefined && (people !== undefined || groups !== undefined))
    throw new Failure('usage', '--like reads users and groups itself', {
      hint: 'omit --people and --groups',
    });
}

/** The users and groups that the flags add to those of the file. */
export interface SeedAdditions {
  /** Returns them for a sandbox with these groups. */
  readonly among: (nameOfGroup: NameOfGroup) => ReadExports;
  /** The users of the new organization: those of --like, or of files that replace it. */
  readonly invented?: Seed['users'];
  /**
   * Returns the names of users who may be single-channel guests but would become full members of this
   * sandbox; called before they are added.
   */
  readonly fullMembersIn: (organization: Organization) => readonly string[];
}

/** Reads the exports, or invents the organization, given by the flags. */
export async function readAdditions(
  context: Context,
  { people, groups, like, only, seed = 1 }: SeedSources,
): Promise<SeedAdditions> {
  const { common, host, messages } = context;
  if (people !== undefined || groups !== undefined) {
    const { readExports } = await import('./read-exports.ts');
    const vendor = common.vendor ?? DEFAULT_VENDOR;
    const { among, blankGuests } = await readExports({ people, groups }, host.streams.stdin, vendor);
    // Users of the files replace the built-in accounts, and take over their tokens and workspaces.
    if (only === true)
      return { among, invented: among(() => undefined).seed.users, fullMembersIn: () => blankGuests };
    return {
      among,
      fullMembersIn: (organization) =>
        blankGuests.filter((name) => organization.userByUserName(name) === undefined),
    };
  }
  if (like === undefined)
    return { among: () => ({ seed: EMPTY_SEED, located: (issue) => issue }), fullMembersIn: () => [] };
  const { inventLike } = await import('./read-like.ts');
  const { seed: invented, unknown } = await inventLike(context, like, seed);
  if (unknown.managers + unknown.members > 0)
    await messages.note(
      `skipped: ${pluralize(unknown.managers, 'manager')} and ${pluralize(unknown.members, 'membership')} of users who are not in the list of users`,
    );
  return {
    among: () => ({ seed: invented, located: (issue) => issue }),
    invented: invented.users,
    fullMembersIn: () => [],
  };
}

/** The export files given by the flags. */
export const filesOf = ({ people, groups }: SeedSources) =>
  [people, groups].filter((file): file is string => file !== undefined);
