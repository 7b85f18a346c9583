import type { UserValues } from '../../src/spec/user-attributes.ts';
import { organizationHome } from './organization-home.ts';
import { account as bare, group, idOf } from './organization-world.ts';

/** A user with an employee number that the service returns. */
export const account = (name: string, values: UserValues = {}) =>
  bare(name, values, { hasCustomProfile: true });

/** The source organization of the move. */
export const A = {
  users: [
    account('ada', { department: 'Support', phone: '1' }),
    account('bob', { department: 'Sales', manager: idOf('ada') }),
    account('cat', { department: 'Support', manager: idOf('bob'), active: false }),
    account('dan', { guest: true, guestExpiration: '2027-06-30T00:00:00Z' }),
  ],
  groups: [
    group(['ada', 'bob', 'dan'], { displayName: 'Team' }),
    group([], { id: 'S2', displayName: 'Empty' }),
  ],
};
/** The target organization of the move. */
export const B = {
  users: [account('ada', { department: 'Support', phone: '2', title: 'Old' }), account('own')],
  groups: [group(['own'], { displayName: 'team' })],
};

/** A machine with B, where `OLD` in a line is replaced by the home with A. */
export async function twoHomes(b: Parameters<typeof organizationHome>[0] = B) {
  const old = await organizationHome(A);
  const machine = await organizationHome(b);
  const orgctl = async (line: string) => {
    const ran = await machine.orgctl(line.replaceAll('OLD', old.home));
    return { ...ran, stderr: ran.stderr.replaceAll(old.home, 'OLD').replaceAll(machine.home, 'HOME') };
  };
  return { machine, orgctl };
}
