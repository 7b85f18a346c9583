import { isJsonObject } from '../rules/json-value.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import { suggest } from '../values/suggest.ts';
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
const MOST_EDITS = 3;

/**
 * Whether a file that was found, and not named by the user, is to be read as a manifest: one with a key of a
 * manifest, even misspelled or in a damaged text, and one that only its name says to be a manifest. Left out
 * is what is surely something else: a list, or an object that has only other keys.
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
  return isNamedLikeOne ? keys.length === 0 || keys.some(isOwnKey) : keys.some(isUnmistakable);
}

function keysIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, key = '']) => key);
}

/** Whether the format describes the value of a key, or a key seems to be the required one, misspelled. */
function isOwnKey(key: string): boolean {
  const field = Object.hasOwn(MANIFEST.fields, key) ? MANIFEST.fields[key] : undefined;
  if (field !== undefined && field.kind !== 'any') return true;
  return suggest(key, MANIFEST.required ?? [], MOST_EDITS) !== undefined;
}

/** Whether a key, unlike `settings` or `functions`, is unlikely in the files of other programs. */
function isUnmistakable(key: string): boolean {
  return key.includes('_') && isOwnKey(key);
}
