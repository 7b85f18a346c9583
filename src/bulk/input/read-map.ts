import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { unguarded } from '../../csv/csv-line.ts';
import { parseCsvText } from '../../csv/parse-csv.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import {
  type LocatedDocument,
  type NumberReading,
  readLocatedDocument,
} from '../../terminal/read-document.ts';
import { readText } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import { defined } from '../../values/defined.ts';
import type { Remember } from '../../values/remember.ts';
import type { ColumnMap } from './column-map.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import { reportWrongValues } from './map-values.ts';
import { readMapRules } from './read-map-rules.ts';

/** Maximum size of a lookup in a separate file, in bytes. */
const MAX_TABLE_SIZE = 64 * 1024 * 1024;

/** Numbers of a map are texts of cells: a cost center 0042 is not 42. */
export const MAP_NUMBERS: NumberReading = { keepsDigits: true };

/**
 * Reads a map of headings to columns from YAML or JSON.
 * @param today the date that rules compare with, YYYY-MM-DD
 * @param remember in a replay, returns the recorded results of the rules, since the recorded cells are made
 * up
 * @throws Failure `invalidInput` with every finding, each with its place
 */
export async function readMap(
  path: string,
  stdin: Streams['stdin'],
  today: string,
  remember?: Remember,
): Promise<ColumnMap> {
  const document = await readLocatedDocument(path, stdin, MAP_NUMBERS);
  const issues: Issue[] = [];
  const lookups = await readLookups(document, path, stdin, issues);
  const { issues: found, ...made } = readMapRules(document, lookups, today);
  for (const issue of found) issues.push(issue);
  if (issues.length > 0) {
    const count = issues.length === 1 ? '1 finding' : `${issues.length} findings`;
    throw new Failure('invalidInput', `the map ${path} is invalid: ${count}; nothing was sent`, {
      issues,
    });
  }
  return { ...made, today, digest: mapDigest(document.value, lookups), ...defined({ remember }) };
}

/**
 * Returns the digest of a map and its lookups.
 * @param document the parsed map
 */
export function mapDigest(document: JsonObject, lookups: ReadonlyMap<string, Lookup>): string {
  const everything = [document, [...lookups].map(([name, { exact }]) => [name, [...exact]])];
  return createHash('sha256').update(JSON.stringify(everything)).digest('hex');
}

/** Reads the lookups: inline ones, or two columns of a CSV in the folder of the map. */
async function readLookups(
  document: LocatedDocument,
  path: string,
  stdin: Streams['stdin'],
  issues: Issue[],
): Promise<ReadonlyMap<string, Lookup>> {
  const lookups = new Map<string, Lookup>();
  const { lookups: given } = document.value;
  if (given === undefined || given === null) return lookups;
  for (const [name, table] of Object.entries(isJsonObject(given) ? given : { lookups: given })) {
    if (isJsonObject(table)) {
      reportWrongValues(table, ['lookups', name], (code, keys, message) => {
        issues.push({ code, path: keys.join('.'), message, at: document.placeOf(keys) });
      });
      lookups.set(name, lookupOf(name, Object.entries(table)));
    } else if (typeof table === 'string') {
      lookups.set(name, lookupOf(name, await readTable(join(dirname(path), table), stdin, issues)));
    } else {
      const message = `the lookup "${name}" is neither a table nor the name of a CSV`;
      const example = '{ENG: Engineering, SUP: Support}';
      issues.push({
        code: 'invalid_map',
        path: name,
        message,
        example,
        at: document.placeOf(['lookups', name]),
      });
    }
  }
  return lookups;
}

/**
 * Reads a lookup from a CSV: the first column is the text, the second its replacement; the header row is
 * skipped.
 */
async function readTable(
  file: string,
  stdin: Streams['stdin'],
  issues: Issue[],
): Promise<readonly (readonly [string, string])[]> {
  const text = await readText(file, stdin, MAX_TABLE_SIZE);
  const rows: [string, string][] = [];
  const seen = new Map<string, { readonly meaning: string; readonly line: number }>();
  let isHeading = true;
  for await (const batch of parseCsvText(singleChunk(text), file, (issue) => issues.push(issue))) {
    for (const { cells, line } of batch) {
      const [text = '', meaning = ''] = cells.map(unguarded);
      const before = isHeading ? undefined : seen.get(text.trim());
      if (before !== undefined && before.meaning !== meaning)
        issues.push({
          code: 'invalid_map',
          path: text,
          message: `"${text}" is "${before.meaning}" in line ${before.line} and "${meaning}" here`,
          at: { file, line },
        });
      if (!isHeading) {
        rows.push([text, meaning]);
        seen.set(text.trim(), { meaning, line });
      }
      isHeading = false;
    }
  }
  return rows;
}

async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text;
}
