import type { Issue } from '../../failure/issue.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';

/** Members of a response that link to the next page or announce one. */
const NEXT_PAGE: readonly string[] = [
  '@odata.nextLink',
  'odata.nextLink',
  'nextLink',
  'nextPageToken',
  'next_page_token',
  'nextPage',
  'next_page',
  'nextCursor',
  'next_cursor',
  'next',
  'hasMore',
  'has_more',
];

/** Members that may contain one of these members. */
const NESTED: readonly string[] = ['links', '_links', 'paging', 'pagination', 'meta', 'response_metadata'];

/** Members with the number of elements of all pages. */
const TOTALS: readonly string[] = ['totalResults', '@odata.count', 'totalCount', 'total_count', 'total'];

/**
 * Checks by the text around a list whether the list is complete.
 * @param text the document without the elements of its list
 * @param count number of elements of the list
 * @returns a finding about the file; undefined if the list is complete
 */
export function envelopeFault(text: string, count: number, file: string): Issue | undefined {
  const at = { file, line: 1 };
  const read = readBoundedJson(text);
  if (!('value' in read)) {
    const message = 'unexpected text after the array; the file must contain one array';
    return { code: 'damaged_record', path: '', message, expected: 'one array of JSON objects', at };
  }
  if (!isJsonObject(read.value)) return undefined;
  const more = incompletePageReason(read.value, count);
  if (more !== undefined) return { code: 'list_not_whole', path: '', message: more, at };
  const other = Object.entries(read.value).find(([, value]) => isListOfObjects(value));
  if (other === undefined) return undefined;
  const message = `"${other[0]}" is a second list; the file must contain one`;
  return { code: 'damaged_record', path: '', message, expected: 'one array of JSON objects', at };
}

function incompletePageReason(around: JsonObject, count: number): string | undefined {
  const places = [around, ...NESTED.map((name) => around[name]).filter(isJsonObject)];
  for (const place of places) {
    const next = NEXT_PAGE.find((name) => hasNextPage(place[name]));
    if (next !== undefined) return `"${next}": this is one page of several; export all pages`;
    const total = TOTALS.find((name) => Number(place[name] ?? 0) > count);
    if (total !== undefined) return `"${total}" is ${String(place[total])}, but the list has ${count}`;
  }
  return undefined;
}

/** The last page has null, an empty text, false or no value here. */
function hasNextPage(value: unknown): boolean {
  return isJsonObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some(isJsonObject);
}
