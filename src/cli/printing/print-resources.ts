import { limitMemory, type SmallMemory } from '../../http/v8-tuning.ts';
import type { JsonTexts } from '../../output/json-texts.ts';
import type { ListView, OutputFormat } from '../../output/view.ts';
import type { ListVerdict } from '../../scim/list-drift.ts';
import type { ResourceList, ResourceQuery } from '../../scim/list-resources.ts';
import { describeVerdict, type ListNoun } from '../../scim/read-complete.ts';
import { defined } from '../../values/defined.ts';
import { type KnownName, nameCollector, rememberNames } from '../completion/remember-names.ts';
import type { Context } from '../context.ts';
import { type Ending, endingIf } from '../ending.ts';
import { truncationNote } from './truncation-note.ts';

/** How one kind of resource is printed, and the name that completion later offers for it. */
export interface ListedKind<T> {
  readonly kind: 'user' | 'group';
  readonly view: ListView<T>;
  readonly nameOf: (item: T) => KnownName;
  /** The members of a resource that contain its names. */
  readonly nameMembers: readonly string[];
}

/**
 * Returns how many resources are printed, and which of their members are needed; other members are not
 * parsed.
 */
export async function printedQuery<T>(
  context: Context,
  { view, nameMembers }: ListedKind<T>,
): Promise<Pick<ResourceQuery, 'limit' | 'members'>> {
  const printer = await context.printer();
  // If the received text is printed unchanged, only the names are parsed.
  const members = printer.texts === undefined ? await printer.members(view) : new Set<string>();
  return {
    ...defined({ limit: printer.limit }),
    ...(members === undefined ? {} : { members: new Set([...members, ...nameMembers]) }),
  };
}

/** Prints a list as it is read; notes if it is filtered locally or truncated. */
export async function printResources<T>(
  context: Context,
  list: ResourceList<T>,
  kind: ListedKind<T>,
): Promise<Ending | undefined> {
  if (list.isFilteredHere && list.isTold !== true)
    await context.messages.note('v2 has no filters: the whole list is read and filtered locally');
  const memory = limitMemory();
  try {
    return await printPages(context, list, kind, memory);
  } finally {
    memory.end();
  }
}

async function printPages<T>(
  context: Context,
  list: ResourceList<T>,
  { kind, view, nameOf }: ListedKind<T>,
  memory: SmallMemory,
): Promise<Ending | undefined> {
  const printer = await context.printer();
  const collector = nameCollector(nameOf);
  let shown = 0;
  const below = () =>
    shown === printer.limit
      ? truncationNote(shown, { total: list.total(), hasMore: list.hasMore() }, context.common)
      : undefined;
  if (printer.texts !== undefined && !list.isFilteredHere) {
    const texts = async function* (): AsyncGenerator<JsonTexts> {
      for await (const { raw, items } of list.pages) {
        if (raw === undefined) continue;
        if (!collector.isFull()) for (const item of items(MAX_NAMED_SIZE)) collector.take(item);
        shown += raw.count;
        yield raw;
        memory.pagePassed();
      }
    };
    await printer.texts(texts(), view, below);
  } else {
    const counted = function* (items: Iterable<T>): Generator<T> {
      for (const item of items) {
        shown += 1;
        collector.take(item);
        yield item;
      }
    };
    const pages = async function* (): AsyncGenerator<Iterable<T>> {
      for await (const { items } of list.pages) {
        yield counted(items());
        memory.pagePassed();
      }
    };
    await printer.pages(pages(), view, below);
  }
  const ending = await warnIfIncomplete(context, `${kind}s`, list.verdict(), printer.format);
  await rememberNames(context, kind, collector.names);
  return ending;
}

/** Largest resource, in bytes, that is parsed only for its name. */
const MAX_NAMED_SIZE = 64 * 1024;

/** Prints rows in memory up to the limit, and notes if they were truncated. */
export async function printAll<T>(context: Context, rows: readonly T[], view: ListView<T>): Promise<void> {
  const printer = await context.printer();
  const shown = rows.slice(0, printer.limit);
  await printer.list(shown, view, () => truncationNote(shown.length, { total: rows.length }, context.common));
}

/** Prints rows that are generated in parts, up to the limit, and notes if they were truncated. */
export async function printAllInParts<T>(
  context: Context,
  parts: Iterable<readonly T[]>,
  view: ListView<T>,
): Promise<void> {
  const printer = await context.printer();
  const { limit = Number.POSITIVE_INFINITY } = printer;
  const memory = limitMemory();
  let seen = 0;
  const pages = async function* (): AsyncGenerator<readonly T[]> {
    for (const part of parts) {
      const wanted = part.slice(0, Math.max(0, limit - seen));
      seen += part.length;
      if (wanted.length > 0) yield wanted;
      memory.pagePassed();
    }
  };
  try {
    await printer.pages(pages(), view, () =>
      truncationNote(Math.min(seen, limit), { total: seen }, context.common),
    );
  } finally {
    memory.end();
  }
}

/**
 * Warns if a list is not whole. For formats other than table, which programs read, the exit code reports it
 * too.
 */
async function warnIfIncomplete(
  context: Context,
  noun: ListNoun,
  verdict: ListVerdict,
  format: OutputFormat,
): Promise<Ending | undefined> {
  if (verdict.state === 'whole' || verdict.state === 'limited') return undefined;
  await context.messages.warn(`${describeVerdict(noun, verdict)}${verdict.state === 'moved' ? MOVED : ''}`);
  return endingIf(format !== 'table', 'itemsFailed');
}

const MOVED = ': some may be missing or appear twice';
