import type { Change } from '../../bulk/plan/change.ts';
import { isTimeZone, timeZoneMeant } from '../../rules/time-zone.ts';
import { asQuestion } from '../../values/suggest.ts';
import type { Context } from '../context.ts';
import { namesInWords } from '../writes/where-words.ts';

/** Maximum number of warnings per command: a column with other content would cause one for each row. */
const MAX_LISTED = 10;

/** A time zone to set, and the name of the user. */
export interface WantedTimeZone {
  readonly who: string;
  readonly zone: string;
}

/** Returns the time zones that changes set. An undo only restores earlier ones. */
export function timeZonesOf(changes: readonly Change[]): readonly WantedTimeZone[] {
  return changes.flatMap((change) => {
    const values = change.kind === 'createUser' ? change.user : 'set' in change ? change.set : {};
    return values.timezone === undefined ? [] : [{ who: change.name, zone: values.timezone }];
  });
}

/**
 * Warns of names that are not IANA time zones. They are sent unchanged: `timezone` is documented as a text,
 * and only the service knows what it accepts (assumption `time-zones`).
 */
export async function warnOfTimeZones(
  { messages }: Pick<Context, 'messages'>,
  wanted: readonly WantedTimeZone[],
): Promise<void> {
  const people = new Map<string, string[]>();
  for (const { who, zone } of wanted) if (zone.trim() !== '') listIn(people, zone).push(who);
  let told = 0;
  for (const [zone, who] of people) {
    if (isTimeZone(zone)) continue;
    if (told === MAX_LISTED) return messages.warn('further time zones were not checked');
    told += 1;
    const meant = timeZoneMeant(zone);
    const example = meant === undefined ? ', such as Europe/Berlin' : asQuestion(meant);
    await messages.warn(`${namesInWords(who)}: "${zone}" is not an IANA time zone${example}; sent unchanged`);
  }
}

function listIn(lists: Map<string, string[]>, key: string): string[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
