import { withCommas } from '../../output/pluralize.ts';
import type { RenderOptions } from '../../output/render-options.ts';
import type { UnknownMember } from '../../output/unknown-members.ts';
import type { View } from '../../output/view.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import type { Messages } from './messages.ts';

/** Returns the note after the last row that replaces the row count; undefined if the count is enough. */
export type Rest = () => string | undefined;

/**
 * Collects the notes below a list: columns left out of a table, and the number of rows or how to see the
 * rest.
 * @param isCounted whether to count rows: only for tables on a terminal
 * @param isChosen whether the columns were chosen by name
 */
export function listNotes(
  messages: Messages,
  isCounted: boolean,
  isChosen = false,
): {
  hooks(view: Pick<View<never>, 'noun' | 'isSummarized'>): Pick<RenderOptions, 'onHidden' | 'onRows'>;
  tell(rest?: Rest): Promise<void>;
} {
  let hidden: readonly string[] = [];
  let count = '';
  return {
    hooks: ({ noun, isSummarized }) => ({
      onHidden: (names) => {
        hidden = names;
      },
      onRows: (rows) => {
        if (!isCounted || noun === undefined || isSummarized === true || rows === 0) return;
        count = `${withCommas(rows)} ${noun[rows === 1 ? 0 : 1]}`;
      },
    }),
    tell: async (rest) => {
      const [names, rows] = [hidden.join(', '), count];
      [hidden, count] = [[], ''];
      const { faint } = messages.palette;
      if (names !== '')
        await messages.note(
          `hidden columns: ${names} (${isChosen ? '-o csv shows all' : 'choose with --columns'})`,
          faint,
        );
      const cut = rest?.();
      if (cut !== undefined) await messages.note(cut);
      else if (rows !== '') await messages.note(rows, faint);
    },
  };
}

/** Warns of members in a query that no object has: JMESPath silently evaluates them to null. */
export function mistypedMembers(
  messages: Messages,
  query: string | undefined,
): {
  note(members: readonly UnknownMember[]): void;
  /** Prints the warnings. @returns whether there were any, or the query treats a list as a single object */
  tell(printed: 'list' | 'one'): Promise<boolean>;
} {
  let unknown: readonly UnknownMember[] = [];
  return {
    note: (members) => {
      unknown = members;
    },
    tell: async (printed) => {
      const names = unknown.map(({ name, known, isCompared }) =>
        isCompared
          ? `"${name}" (write a string as '${name}')`
          : `"${name}"${asQuestion(suggest(name, known))}`,
      );
      unknown = [];
      if (names.length > 0) await messages.warn(`--query: no object has a member ${names.join(' or ')}`);
      if (names.length > 0 || query === undefined || printed === 'one') return names.length > 0;
      const { takesListForObject } = await import('../../output/query-mistakes.ts');
      if (!takesListForObject(query)) return false;
      await messages.warn(`--query: the result is a list; write []. in front: [].${query.trim()}`);
      return true;
    },
  };
}
