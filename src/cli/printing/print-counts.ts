import { bar } from '../../output/bar.ts';
import { withCommas } from '../../output/pluralize.ts';
import { textWidth } from '../../output/text-width.ts';
import type { ListView } from '../../output/view.ts';
import type { Context } from '../context.ts';
import { printLimited } from './print-limited.ts';

/** The property by which rows are counted. */
export interface CountedBy<Row> {
  /** Name in JSON. */
  readonly name: string;
  /** Heading in a table. */
  readonly heading: string;
  readonly read: (row: Row) => string;
  /** Singular and plural name of a row. */
  readonly noun: readonly [one: string, many: string];
  /** Whether to sort by value, such as days, rather than by count. */
  readonly isInOrder?: boolean;
}

/** A value and the number of rows that have it. */
interface Counted {
  readonly value: string;
  readonly count: number;
}

/** Shown for an empty value. */
const NONE = '(none)';
const MAX_BAR_LENGTH = 40;
/** Table width, in columns, of the gaps between cells, the share, and at least the count. */
const GAPS = 6;
const SHARE = 5;
const COUNT = 5;

/** Counts rows by a value and prints the counts, sorted by count or by value; with bars on a terminal. */
export async function printCounts<Row>(
  context: Context,
  rows: AsyncIterable<Row>,
  by: CountedBy<Row>,
): Promise<void> {
  const counts = new Map<string, number>();
  for await (const row of rows) {
    const value = by.read(row) || NONE;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const counted = [...counts].map(([value, count]): Counted => ({ value, count }));
  counted.sort((one, other) => {
    const isByCount = by.isInOrder !== true && one.count !== other.count;
    return isByCount ? other.count - one.count : one.value < other.value ? -1 : 1;
  });
  const isShown = await hasBars(context);
  const { columns } = context.host.streams.stdout;
  await printLimited(
    context,
    toAsync(counted),
    countView(counted, by, isShown, columns),
    () => counted.length,
  );
  const sum = counted.reduce((all, { count }) => all + count, 0);
  const { messages } = context;
  if (isShown && sum > 0)
    await messages.note(`${withCommas(sum)} ${by.noun[sum === 1 ? 0 : 1]}`, messages.palette.faint);
}

/** Bars are only printed in a table on a terminal. */
async function hasBars(context: Context): Promise<boolean> {
  return (await context.printer()).format === 'table' && context.host.streams.stdout.isTTY === true;
}

function countView(
  counted: readonly Counted[],
  by: Pick<CountedBy<never>, 'name' | 'heading' | 'noun'>,
  withBars: boolean,
  terminal: number | undefined,
): ListView<Counted> {
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const largest = counted.reduce((most, { count }) => Math.max(most, count), 0);
  const widest = counted.reduce((most, { value }) => Math.max(most, textWidth(value)), by.heading.length);
  const width = Math.max(
    4,
    Math.min(
      MAX_BAR_LENGTH,
      (terminal ?? 80) - Math.min(widest, 30) - Math.max(COUNT, String(largest).length) - SHARE - GAPS,
    ),
  );
  return {
    isSummarized: true,
    noun: by.noun,
    json: ({ value, count }) => ({ [by.name]: value, count }),
    columns: [
      {
        name: by.name,
        heading: by.heading,
        importance: 1,
        value: ({ value }) => value,
      },
      { name: 'count', heading: 'Count', importance: 1, align: 'right', value: ({ count }) => count },
      {
        name: 'share',
        heading: '%',
        importance: withBars ? 3 : 1,
        align: 'right',
        value: ({ count }) => ((count / total) * 100).toFixed(1),
      },
      ...(withBars
        ? [
            {
              name: 'bar',
              heading: '',
              importance: 2,
              value: ({ count }: Counted) => bar(count, largest, width),
            },
          ]
        : []),
    ],
  };
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
