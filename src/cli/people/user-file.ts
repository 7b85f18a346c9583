import { isJsonObject } from '../../rules/json-value.ts';
import { extensionOfUri, type SchemaDialect, schemaUri } from '../../rules/schema-uris.ts';
import { spelling } from '../../rules/table-spelling.ts';
import { KNOWN_NAMES } from '../../rules/user-request-names.ts';
import type { Json, JsonObject } from '../../spec/protocol-types.ts';
import { EXTENSIONS } from '../../spec/scim-schemas.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';
import { refuseTwice } from './refuse-twice.ts';

/**
 * Reads a user from a file. `enterprise`, `guest` and `profile` may be used for the schema URNs of the
 * extensions; URNs of another SCIM version or vendor are translated.
 * @throws Failure `invalidInput` for a file that cannot be read, and for an attribute that is given twice
 */
export async function readUserFile(
  { host }: Context,
  dialect: SchemaDialect,
  file: string,
): Promise<JsonObject> {
  const { readDocument } = await import('../../terminal/read-document.ts');
  const document = await readDocument(file, host.streams.stdin, () => `orgctl bulk plan ${quoted(file)}`);
  const ours = (name: string) => {
    const extension = EXTENSIONS.find((known) => known === name.toLowerCase()) ?? extensionOfUri(name);
    return extension === undefined ? (spelling(name, KNOWN_NAMES) ?? name) : schemaUri(dialect, extension);
  };
  refuseTwice(document, ours, file);
  const body = Object.fromEntries(
    Object.entries(document).map(([name, value]): [string, Json] => [ours(name), value]),
  );
  if ('Operations' in body) return body;
  const used = EXTENSIONS.map((name) => schemaUri(dialect, name)).filter((uri) => uri in body);
  const { schemas = [schemaUri(dialect, 'user'), ...used], meta, ...attributes } = body;
  return {
    schemas: eachText(schemas, ours),
    ...attributes,
    ...(meta === undefined ? {} : { meta: withPaths(meta, ours) }),
  };
}

/** A schema URN or short name, and the rest of the path. */
const PATH = /^(urn:.+:(?:1\.0|2\.0(?::User)?)|[a-z]+)([.:].*)?$/i;

/** Returns `meta` with the URNs in the paths of `meta.attributes` translated (SCIM §4.3 rule 15). */
function withPaths(meta: Json, ours: (name: string) => string): Json {
  if (!isJsonObject(meta) || meta['attributes'] === undefined) return meta;
  const inPath = (path: string) => {
    const [, head = path, tail = ''] = PATH.exec(path) ?? [];
    return ours(head) + tail;
  };
  return { ...meta, attributes: eachText(meta['attributes'], inPath) };
}

/** Changes the texts of a list; other values stay for the later check to report. */
function eachText(value: Json, change: (text: string) => string): Json {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? change(item) : item)) : value;
}
