import { Failure } from '../failure/failure.ts';
import type { JsonTexts } from '../output/json-texts.ts';
import { escapeJson } from '../output/sanitise.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { LIMITS } from '../spec/limits.ts';
import { createBytePool } from './byte-pool.ts';
import { type CutPage, createPageCutter } from './cut-page.ts';
import { watchMovement } from './list-movement.ts';
import { type ListQuery, listRequest } from './list-pages.ts';
import { type PagePart, readAhead } from './read-ahead.ts';
import type { ScimClient } from './scim-client.ts';

/** A list as the texts of its resources, read as it is used. */
export interface TextList {
  readonly parts: AsyncIterable<JsonTexts>;
  /** How many there are in all, as far as the service has said. */
  total(): number | undefined;
  hasMoved(): boolean;
}

/** Bytes at the end of a page in which a repetition is looked for. */
const TAIL = 64 * 1024;

interface TextPage extends PagePart, CutPage {
  readonly body: Uint8Array;
}

/** Lists resources without looking into them: what came is what is printed. @throws Failure as every read */
export function listTexts(send: NonNullable<ScimClient['read']>, query: ListQuery): TextList {
  const cut = createPageCutter();
  const movement = watchMovement();
  const pool = createBytePool();
  let total: number | undefined;
  const read = async (startIndex: number, count: number, signal: AbortSignal): Promise<TextPage> => {
    const { body } = await send(listRequest(query, startIndex, count), signal, pool.take);
    const page = cut(body, count) ?? parsePage(body, query.path);
    return { ...page, places: page.count, body };
  };
  async function* parts(): AsyncGenerator<JsonTexts, void> {
    const limit = query.limit ?? Number.POSITIVE_INFINITY;
    for await (const page of readAhead(read, { largest: LIMITS.largestPageSize, limit })) {
      total = page.totalResults;
      const { content, commas } = page;
      const first = content.subarray(0, commas[0] ?? content.length).toString();
      const tail = Buffer.from(content.subarray(-TAIL));
      movement.see(total, /"id":"([^"\\]+)"/.exec(first)?.[1], (id) => tail.includes(`"id":"${id}"`));
      yield page;
      pool.giveBack(page.body);
    }
  }
  return { parts: parts(), total: () => total, hasMoved: movement.hasMoved };
}

function parsePage(body: Uint8Array, path: string): CutPage {
  const page = parseOrRefuse(body, path);
  const resources = page['Resources'] ?? [];
  if (!Array.isArray(resources)) throw new Failure('unreachable', `${path}: the answer is not a list`);
  const texts = resources.map((resource) => Buffer.from(escapeJson(JSON.stringify(resource))));
  const commas: number[] = [];
  let at = 0;
  const pieces = texts.flatMap((text, index) => {
    at += text.length;
    if (index === texts.length - 1) return [text];
    commas.push(at);
    at += 1;
    return [text, Buffer.from(',')];
  });
  const total = page['totalResults'];
  return {
    content: Buffer.concat(pieces),
    commas,
    count: texts.length,
    totalResults: typeof total === 'number' ? total : undefined,
  };
}

function parseOrRefuse(body: Uint8Array, path: string): Readonly<Record<string, unknown>> {
  try {
    const page: unknown = JSON.parse(Buffer.from(body).toString());
    if (isJsonObject(page)) return page;
  } catch {
    // Said below: what is no object is no list either.
  }
  throw new Failure('unreachable', `${path}: the answer is not a list in JSON`, {
    hint: 'a proxy or a wrong base URL answers like this: orgctl profile check',
  });
}
