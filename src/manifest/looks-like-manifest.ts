import { isJsonObject } from '../rules/json-value.ts';
import type { ManifestField, ObjectField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import { sharedStart, suggest } from '../values/suggest.ts';
import { type FileText, MANIFEST_NAME } from './find-manifests.ts';
import { TOO_LARGE } from './manifest-source.ts';
import { formatOf, readManifest } from './read-manifest.ts';

/** Files often next to manifests that contain the same words: their schema, and a baseline of findings. */
const OTHERS =
  /^\s*\{\s*(?:"\$schema"\s*:\s*"https?:\/\/json-schema\.org\/|"version"\s*:\s*\d+\s*,\s*"findings"\s*:)/;

/** The key that every manifest has, wherever it stands. */
const REQUIRED = /\bdisplay_information["']?\s*:/;

/** Keys at the start of a line, or after a brace or a comma, of a text that cannot be parsed. */
const YAML_KEY = /^["']?([\w$][\w $-]{0,60}?)["']?[ \t]*:/gm;
const JSON_KEY = /(?:^|[{,])[ \t]*"([^"\\]{1,60})"[ \t]*:/gm;

/** Letters that may differ in a misspelled `display_information`: with more, `contact_information` is one. */
const MAX_EDITS = 3;

/**
 * Whether a file that was found, and not named by the user, is to be read as a manifest: one with a key of a
 * manifest, even misspelled or in a damaged text, and one that only its name says to be a manifest. Left out
 * is what is surely something else: a list, or an object without a part of a manifest.
 */
export async function looksLikeManifest(path: string, content: FileText): Promise<boolean> {
  const isNamedLikeOne = MANIFEST_NAME.test(path);
  if ('fault' in content) return isNamedLikeOne && content.fault !== TOO_LARGE;
  const { text } = content;
  if (OTHERS.test(text)) return false;
  if (REQUIRED.test(text)) return true;
  const format = formatOf(path, text);
  const { data } = await readManifest(text, format);
  if (data === undefined && text.includes('display_information')) return true;
  if (Array.isArray(data)) return false;
  const keys = isJsonObject(data) ? Object.keys(data) : keysIn(text, format === 'json' ? JSON_KEY : YAML_KEY);
  if (keys.some(isUnmistakable)) return true;
  if (!isNamedLikeOne) return false;
  return keys.length === 0 || (isJsonObject(data) ? hasOwnParts(data) : keys.some(isOwnKey));
}

function keysIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, key = '']) => key);
}

function fieldOf({ fields }: ObjectField, key: string): ManifestField | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Whether the format describes the value of a key, or a key seems to be the required one, misspelled. */
function isOwnKey(key: string): boolean {
  const field = fieldOf(MANIFEST, key);
  if (field !== undefined && field.kind !== 'any') return true;
  return suggest(key, MANIFEST.required ?? [], MAX_EDITS) !== undefined;
}

/** Whether a key, unlike `settings` or `functions`, is unlikely in the files of other programs. */
function isUnmistakable(key: string): boolean {
  return key.includes('_') && isOwnKey(key);
}

/**
 * Whether an object has parts of a manifest. `settings` or `functions` alone is a key of many programs, so it
 * counts only if it contains what the format describes there, or stands beside another key of a manifest and
 * no key of something else.
 */
function hasOwnParts(data: JsonObject): boolean {
  const keys = Object.keys(data);
  const isOnlyOwn = keys.every((key) => fieldOf(MANIFEST, key) !== undefined);
  if (isOnlyOwn && keys.filter(isOwnKey).length > 1) return true;
  return keys.some((key) => {
    const field = fieldOf(MANIFEST, key) ?? fieldOf(MANIFEST, suggest(key, SECTIONS) ?? '');
    return field !== undefined && hasPartOf(field, data[key]);
  });
}

const SECTIONS = Object.keys(MANIFEST.fields);

/** Whether a value has a key of its field: a section itself, or an entry of a section such as `functions`. */
function hasPartOf(field: ManifestField, value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  if (field.kind === 'map') return Object.values(value).some((entry) => hasPartOf(field.entries, entry));
  if (field.kind !== 'object') return false;
  const known = Object.keys(field.fields);
  return Object.keys(value).some((key) => known.includes(key) || isMisspelled(key, known));
}

/** Letters of a key, or of its start, that are enough to recognize it although it is misspelled. */
const LONG = 8;

function isMisspelled(key: string, known: readonly string[]): boolean {
  if (key.length < LONG) return false;
  return suggest(key, known, MAX_EDITS) !== undefined || known.some((name) => sharedStart(key, name) >= LONG);
}
