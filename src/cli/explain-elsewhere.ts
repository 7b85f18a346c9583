import type { View } from '../output/view.ts';
import { defined } from '../values/defined.ts';
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
  const found = TABLES.flatMap(([command, columns]) => {
    const isWanted = ({ name, heading }: { readonly name: string; readonly heading: string }) =>
      name.toLowerCase() === wanted || heading.toLowerCase() === wanted;
    const column = columns.find(isWanted);
    return column === undefined ? [] : [{ command, column }];
  });
  const [first] = found;
  if (first === undefined) return columnOfOthers(wanted);
  const { name, heading } = first.column;
  return { name, heading, commands: found.map(({ command }) => command) };
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
  json: ({ name, heading, commands }) => ({ column: name, ...defined({ heading }), commands }),
  columns: [
    { name: 'column', heading: 'Column', importance: 1, value: ({ name }) => name },
    { name: 'heading', heading: 'Heading', importance: 1, value: ({ heading }) => heading },
    {
      name: 'commands',
      heading: 'Printed by',
      importance: 1,
      value: ({ commands }) => commands.map((command) => `orgctl ${command}`).join(', '),
    },
    { name: 'use', heading: 'Use it as', importance: 1, value: ({ name }) => `--columns ${name}` },
  ],
};
