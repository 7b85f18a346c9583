import { isAscii, isUtf8 } from 'node:buffer';
import { Failure } from '../failure/failure.ts';
import { isDeeperThan } from '../json/json-depth.ts';
import { parsedJson } from '../json/parsed-json.ts';
import type { JsonTexts } from '../output/json-texts.ts';
import { escapeJson } from '../output/sanitize.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { DEEPEST, type RawAnswer } from './scim-client.ts';
import { createResourceWalker, type WalkedResources, type WalkResources } from './walk-resources.ts';

/** A page of a list as the JSON text of its resources. Offsets are relative to `content`. */
export interface SplitListResponse extends JsonTexts, Omit<WalkedResources, 'end'> {
  /** Number of resources in the list; undefined if the service does not report it. */
  readonly totalResults: number | undefined;
}

const RESOURCES = '"Resources":[';

/** Maximum bytes of a page without its resources; a few hundred are usual. */
const MAX_REST_SIZE = 64 * 1024;

/**
 * Characters that JSON text may contain but a terminal would interpret (see escapeJson), as UTF-8 bytes in
 * Latin-1.
 */
const TO_BE_ESCAPED =
  /\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81(?:\xa0|[\xa6-\xa9])|\xef\xbb\xbf/;

/**
 * Returns a function that finds the resources in the pages of a list. Compact JSON is split as received; any
 * other page is parsed and serialized again.
 * @param wants see createResourceWalker.
 * @throws Failure `unreachable` if the response is not a list of objects, or is nested too deeply.
 */
export function createListSplitter(
  path: string,
  wants?: (member: string) => boolean,
): (answer: RawAnswer) => SplitListResponse {
  const walk = createResourceWalker(wants);
  return (answer) => {
    const { buffer, byteOffset, byteLength } = answer.body;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const compact = splitCompact(bytes, walk);
    if (compact !== undefined) return compact;
    const response = splitCompact(rewritten(parseList(answer, path)), walk);
    if (response === undefined) throw notAList(answer, path);
    return response;
  };
}

/**
 * Returns undefined if the page is not compact, is not a list, or contains characters that must be escaped.
 */
function splitCompact(bytes: Buffer, walk: WalkResources): SplitListResponse | undefined {
  const name = bytes.indexOf(RESOURCES);
  if (name < 0) return undefined;
  const start = name + RESOURCES.length;
  const walked = walk(bytes.subarray(start), 0);
  if (walked === undefined) return undefined;
  const { end, ...places } = walked;
  const content = bytes.subarray(start, start + end);
  if (!isAscii(content) && !isPrintable(content)) return undefined;
  if (bytes.length - content.length > MAX_REST_SIZE) return undefined;
  const rest = parsedJson(bytes.toString('utf8', 0, start) + bytes.toString('utf8', start + end));
  if (!isJsonObject(rest) || !isEmptyList(rest['Resources'])) return undefined;
  const count = end === 0 ? 0 : places.commas.length + 1;
  return { content, count, ...places, totalResults: totalIn(rest) };
}

function isPrintable(content: Buffer): boolean {
  return isUtf8(content) && !TO_BE_ESCAPED.test(content.toString('latin1'));
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function totalIn({ totalResults }: JsonObject): number | undefined {
  return typeof totalResults === 'number' ? totalResults : undefined;
}

interface ParsedList {
  readonly resources: readonly Json[];
  readonly totalResults: number | undefined;
}

/** Parses a page. `Resources` may be absent if there are none (RFC 7644 §3.4.2). */
function parseList(answer: RawAnswer, path: string): ParsedList {
  const text = new TextDecoder().decode(answer.body);
  if (isDeeperThan(DEEPEST, text))
    throw new Failure('unreachable', `${path}: the answer is nested deeper than ${DEEPEST} levels`, {
      status: answer.status,
    });
  // Do not spend memory on parsing a large body that cannot be a list.
  const mayBeList = text.length <= MAX_REST_SIZE || text.includes('"Resources"');
  const page = mayBeList ? parsedJson(text) : undefined;
  if (!isJsonObject(page)) throw notAList(answer, path);
  const totalResults = totalIn(page);
  const resources = page['Resources'] ?? (totalResults === 0 && !('Resources' in page) ? [] : undefined);
  if (!Array.isArray(resources) || !resources.every(isJsonObject)) throw notAList(answer, path);
  return { resources, totalResults };
}

/** Serializes a page as compact JSON with all necessary escapes. */
function rewritten({ resources, totalResults }: ParsedList): Buffer {
  const texts = resources.map((resource) => escapeJson(JSON.stringify(resource)));
  return Buffer.from(`{"totalResults":${totalResults ?? 'null'},${RESOURCES}${texts.join(',')}]}`);
}

/** Maximum number of characters of a response that an error message quotes. */
const QUOTED = 120;

function notAList({ body, status }: RawAnswer, path: string): Failure {
  // A character takes at most four bytes.
  const text = new TextDecoder()
    .decode(body.subarray(0, 4 * QUOTED))
    .replace(/\s+/g, ' ')
    .trim();
  const shown = text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
  const found = shown === '' ? 'its body is empty' : shown;
  return new Failure('unreachable', `${path}: the answer (${status}) is not a list: ${found}`, {
    status,
    hint: 'usually caused by a proxy or a wrong base URL; run: orgctl profile check',
  });
}
