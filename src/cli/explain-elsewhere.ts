import type { View } from '../output/view.ts';
import { defined } from '../values/defined.ts';
import { quoted } from './command-words.ts';
import type { CompletedCommand } from './completion/completion-table.ts';
import { WORDS_TABLE } from './completion/words-table.ts';
import { CHANGE_VIEW } from './views/change-view.ts';
import { GROUP_VIEW } from './views/group-view.ts';
import { LOG_VIEW } from './views/log-view.ts';
import { membershipView } from './views/membership-view.ts';
import { resultView } from './views/result-view.ts';
import { RUN_VIEW } from './views/run-view.ts';
import { SESSION_VIEW } from './views/session-view.ts';
import { USER_VIEW } from './views/user-view.ts';

/** A table column that is not an attribute of users. */
export interface TableColumn {
  readonly name: string;
  /** The column heading; absent for columns known only from completion. */
  readonly heading?: string;
  /** The commands whose tables have this column. */
  readonly commands: readonly string[];
  /** Its name and heading in each table; absent for columns known only from completion. */
  readonly tables?: readonly ColumnOfTable[];
}

/** A column of the table that a command prints. */
interface ColumnOfTable {
  readonly command: string;
  readonly name: string;
  readonly heading: string;
}

/** Commands with table columns of their own. */
const TABLES: readonly (readonly [command: string, columns: View<never>['columns']])[] = [
  ['scim users list', USER_VIEW.columns],
  ['scim groups list', GROUP_VIEW.columns],
  ['scim groups members list', membershipView({ isOneGroup: false, accounts: undefined }).columns],
  ['admin sessions', SESSION_VIEW.columns],
  ['logs', LOG_VIEW.columns],
  ['runs list', RUN_VIEW.columns],
  ['bulk plan', CHANGE_VIEW.columns],
  ['bulk apply', resultView([]).columns],
];

/** Returns the table column with this name or heading; undefined if there is none. */
export function columnOfTables(text: string): TableColumn | undefined {
  const wanted = text.trim().toLowerCase();
  const tables = TABLES.flatMap(([command, columns]) => {
    const column =
      columns.find(({ name }) => name.toLowerCase() === wanted) ??
      columns.find(({ heading }) => heading.toLowerCase() === wanted);
    return column === undefined ? [] : [{ command, name: column.name, heading: column.heading }];
  });
  const [first] = tables;
  if (first === undefined) return columnOfOthers(wanted);
  const { name, heading } = first;
  return { name, heading, commands: tables.map(({ command }) => command), tables };
}

/** Searches the columns that completion offers for all other commands. */
function columnOfOthers(wanted: string): TableColumn | undefined {
  const found = columnsBelow(WORDS_TABLE, []).filter(({ name }) => name.toLowerCase() === wanted);
  const [first] = found;
  return first === undefined
    ? undefined
    : { name: first.name, commands: found.map(({ command }) => command) };
}

function columnsBelow(
  { commands = {}, columns = [] }: CompletedCommand,
  path: readonly string[],
): readonly { readonly name: string; readonly command: string }[] {
  const own = columns.map((name) => ({ name, command: path.join(' ') }));
  return [
    ...own,
    ...Object.entries(commands).flatMap(([word, below]) => columnsBelow(below, [...path, word])),
  ];
}

/** Prints the explanation of a table column. */
export const TABLE_COLUMN_VIEW: View<TableColumn> = {
  json: ({ name, heading, commands, tables = [] }) => ({
    column: name,
    ...defined({ heading }),
    commands,
    ...(isAlike(tables)
      ? {}
      : { tables: tables.map(({ name: column, ...table }) => ({ ...table, column })) }),
  }),
  columns: [
    {
      name: 'column',
      heading: 'Column',
      importance: 1,
      value: (column) => inEachTable(column, ({ name }) => name) ?? column.name,
    },
    {
      name: 'heading',
      heading: 'Heading',
      importance: 1,
      value: (column) => inEachTable(column, ({ heading }) => heading),
    },
    {
      name: 'commands',
      heading: 'Printed by',
      importance: 1,
      value: ({ commands }) => commandsInWords(commands),
    },
    {
      name: 'use',
      heading: 'Use it as',
      importance: 1,
      value: useOf,
    },
  ],
};

/** Whether the column has the same name and heading in all tables. */
function isAlike(tables: readonly ColumnOfTable[]): boolean {
  return new Set(tables.map(({ name, heading }) => `${name}\n${heading}`)).size < 2;
}

/**
 * Returns a text that is the same in all tables, or "Kind (orgctl logs); Mode (orgctl runs list)". Undefined
 * for a column known only from completion.
 */
function inEachTable(
  { tables = [] }: TableColumn,
  textOf: (table: ColumnOfTable) => string,
): string | undefined {
  const texts = [...new Set(tables.map(textOf))];
  if (texts.length < 2) return texts[0];
  const commandsWith = (text: string) =>
    tables.filter((table) => textOf(table) === text).map(({ command }) => command);
  return texts.map((text) => `${text} (${commandsInWords(commandsWith(text))})`).join('; ');
}

/** A heading that is the same in all tables is accepted in place of names that differ. */
function useOf(column: TableColumn): string {
  const { name, heading, tables = [] } = column;
  const isOne = (text: (table: ColumnOfTable) => string) => new Set(tables.map(text)).size < 2;
  if (isOne((table) => table.name)) return `--columns ${name}`;
  if (heading !== undefined && isOne((table) => table.heading)) return `--columns ${quoted(heading)}`;
  return inEachTable(column, (table) => `--columns ${table.name}`) ?? '';
}

function commandsInWords(commands: readonly string[]): string {
  return commands.map((command) => `orgctl ${command}`).join(', ');
}
