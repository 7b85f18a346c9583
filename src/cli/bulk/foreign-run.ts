import { createIdentityCheck, type People, touchedUsers } from '../../bulk/plan/people.ts';
import type { Plan } from '../../bulk/plan/plan-file.ts';
import type { Replayed } from '../../bulk/run/replay.ts';
import { Failure } from '../../failure/failure.ts';
import { getUser } from '../../scim/users.ts';
import { defined } from '../../values/defined.ts';
import { userId } from '../../values/ids.ts';
import type { Context } from '../context.ts';

/**
 * Number of users checked; a run belongs to another organization if most of them have changed their identity.
 */
const SAMPLE = 5;

/**
 * Checks a sample of the users that a run touched or created.
 * @returns why the run belongs to an organization that no longer exists; undefined if it belongs to this one
 */
export async function foreignRunReason(
  context: Context,
  plan: Plan,
  { outcomes }: Pick<Replayed, 'outcomes'>,
): Promise<string | undefined> {
  const created = createdPeople(plan, outcomes);
  const ids = spread([...touchedUsers(plan.changes), ...Object.keys(created)], SAMPLE);
  if (ids.length === 0) return undefined;
  const { scim } = await context.connection();
  const { stranger } = createIdentityCheck(plan, created);
  const look = async (id: string): Promise<readonly string[]> => {
    try {
      const words = stranger(await getUser(scim, userId(id)));
      return words === undefined ? [] : [words];
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'refused') throw error;
      return [`${id} not found`];
    }
  };
  const strangers = (await Promise.all(ids.map(look))).flat();
  if (strangers.length * 2 <= ids.length) return undefined;
  return `the users that it changed no longer exist: ${strangers[0]}${strangers.length === 1 ? '' : ', …'}`;
}

/** Returns the users that a run created, by ID. */
export function createdPeople({ changes }: Pick<Plan, 'changes'>, outcomes: Replayed['outcomes']): People {
  const people: { [id: string]: People[string] } = {};
  for (const change of changes) {
    const outcome = outcomes.get(change.id);
    if (change.kind !== 'createUser' || outcome?.state !== 'succeeded') continue;
    const { email } = change.user;
    const { id, name, created } = outcome;
    people[id] = {
      userName: name,
      ...defined({ email, created }),
    };
  }
  return people;
}

/** Returns at most `count` items of a list, evenly spread. */
function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]).flatMap(
    (one) => one ?? [],
  );
}
