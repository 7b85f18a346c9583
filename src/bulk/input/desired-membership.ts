import { cleanKey } from './clean-key.ts';
import type { GroupColumn } from './group-columns.ts';

/** The membership that one row asks for. */
export interface DesiredMembership {
  readonly line: number;
  /** Name or ID. */
  readonly group: string;
  /** ID, email or userName; undefined if the row only declares the group. */
  readonly member: string | undefined;
  readonly action: 'add' | 'remove';
}

/**
 * Parses the texts of one row.
 * @param report receives the problem with a text; the result is undefined then
 */
export function readMembership(
  { group, member: given, action }: Readonly<Record<GroupColumn, string>>,
  line: number,
  report: (code: string, column: GroupColumn, message: string) => void,
): DesiredMembership | undefined {
  const member = cleanKey(given);
  if (group === '') {
    report('missing_key', 'group', 'row has no group');
    return undefined;
  }
  if (action !== '' && action !== 'add' && action !== 'remove') {
    report('invalid_action', 'action', `"${action}" is neither add nor remove`);
    return undefined;
  }
  if (member === '' && action === 'remove') {
    report('missing_key', 'member', 'row has no member to remove');
    return undefined;
  }
  if (isListOfAddresses(member)) {
    report('several_members', 'member', `"${member}" is a list; write one member per row`);
    return undefined;
  }
  return {
    line,
    group,
    member: member === '' ? undefined : member,
    action: action === 'remove' ? action : 'add',
  };
}

/** Describes two lines that name the same member of the same group, whatever they do with it. */
export function sameMembership(before: number, line: number): string {
  return `lines ${before} and ${line} are the same membership`;
}

/**
 * Whether a text is a list of several addresses, possibly with gaps: no ID, userName or address has two @.
 */
function isListOfAddresses(text: string): boolean {
  return text.split(/[,;|\s]+/).filter((part) => /.@./.test(part)).length > 1;
}
