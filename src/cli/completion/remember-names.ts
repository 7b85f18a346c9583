import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonTexts } from '../../output/json-texts.ts';
import { namesFile } from '../../profiles/folders.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import type { JsonObject } from '../../spec/wire.ts';
import { makePrivateFolder, writeFileAtomic } from '../../storage/atomic-file.ts';
import type { Context } from '../context.ts';

/** A name that completion may offer later, with what else a person might type or know. */
export interface KnownName {
  readonly name: string;
  readonly email?: string | undefined;
  readonly title?: string | undefined;
}

/** As many as are still of use behind a Tab. */
const AT_MOST = 5000;

/**
 * Keeps the names of a listing for completion, beside those of earlier ones; the newest stay. Losing them costs nothing, so a folder
 * that cannot be written is no failure.
 */
export async function rememberNames(
  context: Context,
  kind: 'user' | 'group',
  names: readonly KnownName[],
): Promise<void> {
  if (names.length === 0) return;
  const { profile } = await context.resolved();
  const file = namesFile(context.folders, profile.name, kind);
  const rows = new Map(
    names.map(({ name, email = '', title = '' }) => [name, [name, email, title].map(oneLine).join('\t')]),
  );
  try {
    const before = readBefore(file);
    for (const row of before) {
      const [name = ''] = row.split('\t', 1);
      if (rows.size < AT_MOST && name !== '' && !rows.has(name)) rows.set(name, row);
    }
    const after = [...rows.values()].slice(0, AT_MOST);
    if (after.join('\n') === before.join('\n')) return;
    makePrivateFolder(dirname(file));
    writeFileAtomic(file, `${after.join('\n')}\n`);
  } catch {
    return;
  }
}

/** Takes the names of what passes, up to what is worth remembering. */
export function nameCollector<Row>(nameOf: (row: Row) => KnownName): {
  readonly names: readonly KnownName[];
  take(row: Row): void;
} {
  const names: KnownName[] = [];
  return {
    names,
    take: (row) => {
      if (names.length < AT_MOST) names.push(nameOf(row));
    },
  };
}

/** The same of texts; only those that are remembered are looked into. */
export function collectNamesOfTexts(
  parts: AsyncIterable<JsonTexts>,
  nameOf: (resource: JsonObject) => KnownName,
): { parts: AsyncIterable<JsonTexts>; names: readonly KnownName[] } {
  const names: KnownName[] = [];
  const passing = async function* () {
    for await (const part of parts) {
      if (names.length < AT_MOST) {
        for (const resource of resourcesOf(part, AT_MOST - names.length)) names.push(nameOf(resource));
      }
      yield part;
    }
  };
  return { parts: passing(), names };
}

function* resourcesOf({ content, commas, count }: JsonTexts, atMost: number): Generator<JsonObject> {
  for (let index = 0; index < Math.min(count, atMost); index += 1) {
    const from = index === 0 ? 0 : (commas[index - 1] ?? 0) + 1;
    const resource: unknown = JSON.parse(content.toString('utf8', from, commas[index] ?? content.length));
    if (isJsonObject(resource)) yield resource;
  }
}

function readBefore(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}

/** A name is one cell of one line, whatever the service sent. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
