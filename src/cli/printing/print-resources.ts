import { FAILURE_KINDS } from '../../failure/failure.ts';
import type { JsonTexts } from '../../output/json-texts.ts';
import type { OutputFormat, View } from '../../output/view.ts';
import type { ListVerdict } from '../../scim/list-drift.ts';
import type { ResourceList } from '../../scim/list-resources.ts';
import { describeVerdict, type ListNoun } from '../../scim/read-whole.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type KnownName, nameCollector, rememberNames } from '../completion/remember-names.ts';
import type { Context } from '../context.ts';
import { keepMemorySmall, type SmallMemory } from './keep-memory-small.ts';
import { tellWhatWasCut } from './tell-cut.ts';

/** How one kind of resource is shown, and under which names completion offers it later. */
export interface ListedKind<T> {
  readonly kind: 'user' | 'group';
  readonly view: View<T>;
  readonly nameOf: (item: T) => KnownName;
}

/** Prints a list as it is read, and says where it was filtered and where it was cut. */
export async function printResources<T>(
  context: Context,
  list: ResourceList<T>,
  kind: ListedKind<T>,
): Promise<void> {
  if (list.isFilteredHere)
    await context.messages.note('v2 has no filter: the whole list is read and filtered here');
  const memory = keepMemorySmall();
  try {
    await printPages(context, list, kind, memory);
  } finally {
    memory.end();
  }
}

async function printPages<T>(
  context: Context,
  list: ResourceList<T>,
  { kind, view, nameOf }: ListedKind<T>,
  memory: SmallMemory,
): Promise<void> {
  const printer = await context.printer();
  const { pages, read } = list;
  const collector = nameCollector(nameOf);
  let shown = 0;
  if (printer.texts !== undefined && pages !== undefined) {
    const texts = async function* (): AsyncGenerator<JsonTexts> {
      for await (const page of pages) {
        if (!collector.isFull())
          for (const resource of page.parse(LARGEST_NAMED)) collector.take(read(resource));
        shown += page.raw.count;
        yield page.raw;
        memory.pagePassed();
      }
    };
    await printer.texts(texts());
  } else {
    const counted = async function* (): AsyncGenerator<T> {
      for await (const item of list.items) {
        shown += 1;
        collector.take(item);
        yield item;
        if (shown % LIMITS.largestPageSize === 0) memory.pagePassed();
      }
    };
    await printer.list(counted(), view);
  }
  if (shown === printer.limit) await tellWhatWasCut(context, shown, list.total());
  await tellIfNotWhole(context, `${kind}s`, list.verdict(), printer.format);
  await rememberNames(context, kind, collector.names);
}

/** Bytes of a resource that is parsed only for its name. */
const LARGEST_NAMED = 64 * 1024;

/** Prints rows that are all there, as many as are wanted, and says where they were cut. */
export async function printAll<T>(context: Context, rows: readonly T[], view: View<T>): Promise<void> {
  const printer = await context.printer();
  const shown = rows.slice(0, printer.limit);
  await printer.list(shown, view);
  await tellWhatWasCut(context, shown.length, rows.length);
}

/**
 * Warns of a list that is not whole. A person who reads a table sees the warning; for a program, which reads the other formats, the exit
 * code says it, too.
 */
async function tellIfNotWhole(
  context: Context,
  noun: ListNoun,
  verdict: ListVerdict,
  format: OutputFormat,
): Promise<void> {
  if (verdict.state === 'whole' || verdict.state === 'limited') return;
  await context.messages.warn(`${describeVerdict(noun, verdict)}${verdict.state === 'moved' ? MOVED : ''}`);
  if (format !== 'table') context.exitCode = FAILURE_KINDS.itemsFailed.exit;
}

const MOVED = ': some may be missing or appear twice';
