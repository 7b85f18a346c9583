import type { Place } from '../../failure/issue.ts';
import type { ListedName } from './listed-name.ts';

/** A row of a group file in any format. */
interface GroupRow {
  readonly member: string;
  readonly group: string;
  readonly action: string;
}

/** Returns the member in a row of a group file; a problem for a row that removes the member. */
export function memberIn(
  { member, group, action }: GroupRow,
  at: Place,
): ListedName | { readonly problem: string } {
  if (action.toLowerCase() === 'remove')
    return { problem: `the row removes ${member} from ${group}; a list of users cannot contain such rows` };
  return { name: member, at, group };
}
