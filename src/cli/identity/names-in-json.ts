import { isLastDay } from '../../bulk/input/status-headings.ts';
import { Failure } from '../../failure/failure.ts';
import type { Place } from '../../failure/issue.ts';
import { isJsonObject, objectsIn } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import { memberIn } from './group-member.ts';
import {
  DISPLAY_NAME,
  EMPLOYEE_NUMBER,
  type NamedKind,
  namesToRead,
  namingHeadings,
  USER_KEYS,
} from './list-columns.ts';
import type { ListedName } from './listed-name.ts';

/**
 * Returns the name in a line of NDJSON; none for a row of a group file that only declares a group.
 * @throws Failure `invalidInput` for a line that is not JSON, or has no name
 */
export function namesInJsonLine(line: string, at: Place, kind: NamedKind): readonly ListedName[] {
  const place = `${at.file}:${at.line}`;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Failure('invalidInput', `${place}: this line is not JSON`);
  }
  const listed = isJsonObject(value) ? nameInObject(value, at, kind) : undefined;
  if (listed === undefined) throw new Failure('invalidInput', `${place}: no ${namingHeadings(kind)}`);
  if ('problem' in listed) throw new Failure('invalidInput', `${place}: ${listed.problem}`);
  return listed.name === '' ? [] : [listed];
}

/**
 * Returns the names in a JSON array of names or objects.
 * @throws Failure `invalidInput` for invalid JSON, and for an element without a name
 */
export function namesInArray(text: string, file: string, kind: NamedKind): readonly ListedName[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new Failure('invalidInput', `${file} starts like a JSON array but is not valid JSON`);
  }
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown, index) => {
    const at = { file, line: 1 };
    const listed =
      typeof value === 'string' && value.trim() !== ''
        ? { name: value.trim(), at }
        : isJsonObject(value)
          ? nameInObject(value, at, kind)
          : undefined;
    const place = `${file}: element ${index + 1}`;
    if (listed === undefined) throw new Failure('invalidInput', `${place} has no ${namingHeadings(kind)}`);
    if ('problem' in listed) throw new Failure('invalidInput', `${place}: ${listed.problem}`);
    return listed.name === '' ? [] : [listed];
  });
}

/** Returns the name in an object, read like a row of a CSV; undefined if it has none. */
function nameInObject(
  resource: JsonObject,
  at: Place,
  kind: NamedKind,
): ListedName | { readonly problem: string } | undefined {
  const members = new Map(Object.entries(resource).map(([name, value]) => [name.toLowerCase(), value]));
  const email = objectsIn(members.get('emails'))[0]?.['value'];
  const address = typeof email === 'string' ? email.trim() : '';
  const text = (name: string) => {
    const value = members.get(name);
    if (typeof value === 'number' && name === EMPLOYEE_NUMBER) return String(value);
    return typeof value === 'string' ? value.trim() : '';
  };
  // The address in `emails` names a user like a member `email`: before a number or a display name.
  const nameIn = (name: string) => text(name) || (name === 'email' ? address : '');
  const names = namesToRead(kind, (name) => members.has(name) || (name === 'email' && members.has('emails')));
  if (names[0] === 'member' && text('group') !== '')
    return memberIn({ member: text('member'), group: text('group'), action: text('action') }, at);
  const best = names.find((name) => nameIn(name) !== '');
  const name = best === undefined ? '' : nameIn(best);
  if (name === '') return undefined;
  const day = kind === 'groups' ? undefined : Object.keys(resource).find(isLastDay);
  const value = day === undefined ? '' : text(day.toLowerCase());
  const lastDay = day === undefined || value === '' ? {} : { lastDay: { heading: day, value } };
  if (best === EMPLOYEE_NUMBER) return { name, at, isNumber: true, ...lastDay };
  if (best === DISPLAY_NAME && kind === 'groups') return { name, at, isDisplayName: true };
  const keys = [
    ...Object.keys(resource)
      .filter((heading) => USER_KEYS.includes(heading.toLowerCase()))
      .map((heading) => ({ heading, value: text(heading.toLowerCase()), isNumber: false })),
    { heading: 'emails', value: address, isNumber: false },
    { heading: 'employeeNumber', value: text(EMPLOYEE_NUMBER), isNumber: true },
  ];
  if (kind === 'groups') return { name, at };
  return { name, at, keys: keys.filter((key) => key.value !== ''), ...lastDay };
}
