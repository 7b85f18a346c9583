import type { RenderOptions } from '../../output/render-options.ts';
import type { UnknownMember } from '../../output/unknown-members.ts';
import { asQuestion, suggest } from '../../rules/suggest.ts';
import type { Messages } from './messages.ts';

/**
 * What is said below a table, where every other word about it is: the columns that it leaves out, and how many rows it has. Of a table that
 * reaches its limit, the caller says how to see the rest.
 * @param limit the most rows that a person sees; undefined where the rows are not counted
 */
export function wordsBelow(
  messages: Messages,
  limit: number | undefined,
): {
  hooks(noun: readonly [string, string] | undefined): Pick<RenderOptions, 'onHidden' | 'onRows'>;
  tell(): Promise<void>;
} {
  let hidden: readonly string[] = [];
  let count = '';
  return {
    hooks: (noun) => ({
      onHidden: (names) => {
        hidden = names;
      },
      onRows: (rows) => {
        if (limit === undefined || noun === undefined || rows === 0 || rows === limit) return;
        count = `${rows.toLocaleString('en-US')} ${noun[rows === 1 ? 0 : 1]}`;
      },
    }),
    tell: async () => {
      const [names, rows] = [hidden.join(', '), count];
      [hidden, count] = [[], ''];
      const { faint } = messages.palette;
      if (names !== '') await messages.note(`left out for width: ${names} (--columns chooses)`, faint);
      if (rows !== '') await messages.note(rows, faint);
    },
  };
}

/** The members that a query names and nothing has: JMESPath makes null of them without a word. */
export function mistypedMembers(messages: Messages): {
  note(members: readonly UnknownMember[]): void;
  tell(): Promise<void>;
} {
  let unknown: readonly UnknownMember[] = [];
  return {
    note: (members) => {
      unknown = members;
    },
    tell: async () => {
      const names = unknown.map(({ name, known }) => `"${name}"${asQuestion(suggest(name, known))}`);
      unknown = [];
      if (names.length > 0) await messages.warn(`--query: nothing has a member ${names.join(' or ')}`);
    },
  };
}
