import type { JsonTexts } from '../../output/json-texts.ts';
import type { View } from '../../output/view.ts';
import type { ResourceList } from '../../scim/list-resources.ts';
import { LIMITS } from '../../spec/limits.ts';
import {
  collectNamesOfTexts,
  type KnownName,
  nameCollector,
  rememberNames,
} from '../completion/remember-names.ts';
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
  if (printer.texts !== undefined && list.asTexts !== undefined) {
    const texts = list.asTexts();
    const { parts, names } = collectNamesOfTexts(texts.parts, (resource) => nameOf(list.read(resource)));
    let printed = 0;
    const counted = async function* (): AsyncGenerator<JsonTexts> {
      for await (const part of parts) {
        printed += part.count;
        yield part;
        memory.pagePassed();
      }
    };
    await printer.texts(counted());
    await tellWhatWasCut(context, printed, texts.total());
    await tellIfMoved(context, texts);
    await rememberNames(context, kind, names);
    return;
  }
  const collector = nameCollector(nameOf);
  let shown = 0;
  const counted = async function* (): AsyncGenerator<T> {
    for await (const item of list.items) {
      shown += 1;
      collector.take(item);
      yield item;
      if (shown % LIMITS.largestPageSize === 0) memory.pagePassed();
    }
  };
  await printer.list(counted(), view);
  await tellWhatWasCut(context, shown, list.total());
  await tellIfMoved(context, list);
  await rememberNames(context, kind, collector.names);
}

/** Prints rows that are all there, as many as are wanted, and says where they were cut. */
export async function printAll<T>(context: Context, rows: readonly T[], view: View<T>): Promise<void> {
  const printer = await context.printer();
  const shown = rows.slice(0, printer.limit);
  await printer.list(shown, view);
  await tellWhatWasCut(context, shown.length, rows.length);
}

/** A list that changed under the reader is never passed over in silence. */
export async function tellIfMoved(
  { messages }: Context,
  list: { readonly hasMoved: () => boolean },
): Promise<void> {
  if (!list.hasMoved()) return;
  await messages.warn('the list changed while it was read: somebody may be missing or appear twice');
}
