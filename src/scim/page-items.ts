import { isAscii } from 'node:buffer';
import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
import type { CutPage } from './cut-page.ts';

/**
 * The resources of a page that was cut, each parsed when it is its turn: so that none has to live longer than it is looked at, and pages
 * that are read ahead take no more than their bytes.
 */
export class PageItems implements Iterable<JsonObject> {
  private readonly page: CutPage;
  private readonly parseWhole: () => readonly Json[];
  private seen: readonly (Json | undefined)[] | undefined;

  /** @param parseWhole parses the page as a whole, and throws when it is no list. */
  constructor(page: CutPage, parseWhole: () => readonly Json[]) {
    this.page = page;
    this.parseWhole = parseWhole;
  }

  /** IDs of the resources in their order. */
  ids(): readonly (Json | undefined)[] {
    this.seen ??= Array.from(this.parsed(), ({ id }) => id);
    return this.seen;
  }

  firstId(): Json | undefined {
    for (const { id } of this.parsed()) return id;
    return undefined;
  }

  *[Symbol.iterator](): Generator<JsonObject, void> {
    const ids: (Json | undefined)[] = [];
    for (const item of this.parsed()) {
      ids.push(item['id']);
      yield item;
    }
    this.seen = ids;
  }

  /** What is no object is left out. */
  private *parsed(): Generator<JsonObject, void> {
    const { content, commas, count } = this.page;
    const encoding = isAscii(content) ? 'latin1' : 'utf8';
    let from = 0;
    for (let index = 0; index < count; index += 1) {
      const to = commas[index] ?? content.length;
      const item = parsedOrNot(content.toString(encoding, from, to));
      if (item === undefined) {
        // It was cut at a wrong place, or is no JSON: the page as a whole tells.
        yield* this.parseWhole().slice(index).filter(isJsonObject);
        return;
      }
      if (isJsonObject(item)) yield item;
      from = to + 1;
    }
  }
}

/** Undefined for what is no JSON. */
function parsedOrNot(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
