import { combineDateReaders, dateReader } from '../../bulk/input/map-dates.ts';
import { proposeDates } from '../../bulk/input/propose-dates.ts';
import { pluralize } from '../../output/pluralize.ts';
import { forTerminal } from '../../output/sanitize.ts';
import type { Context } from '../context.ts';
import type { Identity } from './identity.ts';

/**
 * Warns of last days in lists that are not over: the users are deactivated now. Says nothing about days that
 * are over.
 */
export async function warnOfLastDays(context: Context, identities: readonly Identity[]): Promise<void> {
  const today = new Date(context.host.now()).toISOString().slice(0, 10);
  for (const [heading, days] of lastDaysByHeading(identities)) {
    const column = `column "${forTerminal(heading)}" is not read, users are deactivated now`;
    const read = readerOf(days);
    if (read === undefined) await context.messages.warn(column);
    else {
      const left = days.filter((day) => (read(day) ?? '').slice(0, 10) >= today).length;
      const are = left === 1 ? 'is' : 'are';
      if (left > 0)
        await context.messages.warn(
          `${column}; ${pluralize(left, 'last day')} ${are} today or in the future`,
        );
    }
  }
}

function lastDaysByHeading(identities: readonly Identity[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { lastDay } of identities) {
    if (lastDay === undefined) continue;
    const days = found.get(lastDay.heading);
    if (days === undefined) found.set(lastDay.heading, [lastDay.value]);
    else days.push(lastDay.value);
  }
  return found;
}

/** Returns a reader for dates like these; undefined if most of them are not dates. */
function readerOf(days: readonly string[]) {
  const patterns = proposeDates(days)?.patterns;
  return patterns === undefined
    ? undefined
    : combineDateReaders(patterns.flatMap((pattern) => dateReader(pattern) ?? []));
}
