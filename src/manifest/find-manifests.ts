import { isUtf8 } from 'node:buffer';
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, systemErrorCode } from '../failure/failure.ts';
import { unreadable } from '../terminal/read-input.ts';
import { READ_LIMITS, TOO_LARGE } from './manifest-source.ts';

/** A file that was named by the user, or found. */
export interface ManifestFile {
  readonly path: string;
  /** Whether the user named it. Others, found in a folder or by a pattern, are skipped if not manifests. */
  readonly isNamed: boolean;
}

/** Names of files that are searched for in a folder. */
export const MANIFEST_NAME = /manifest[^/\\]*\.(?:json|ya?ml)$/i;
const READABLE = /\.(?:json|ya?ml)$/i;
const SKIPPED = /^(?:\.|node_modules$)/;

/** The same names, for messages. */
export const FOLDER_NAMES = '*manifest*.json, *manifest*.yaml, *manifest*.yml';

/** The files found for the arguments, and those in folders that were skipped. */
export interface FoundManifests {
  readonly files: readonly ManifestFile[];
  /** JSON and YAML files in folders whose names are not those of manifests. */
  readonly skipped: readonly string[];
}

/**
 * Returns the files for the arguments: files, folders, patterns, or `-` for stdin. They are sorted within
 * each argument, without duplicates: a file that several paths lead to is given once, by the first of them.
 */
export async function findManifests(words: readonly string[]): Promise<FoundManifests> {
  const found = new Map<string, ManifestFile>();
  const skipped = new Set<string>();
  for (const word of words) {
    for (const file of await filesOf(word, skipped)) {
      const real = realPathOf(file.path);
      const earlier = found.get(real);
      found.set(
        real,
        earlier === undefined ? file : { ...earlier, isNamed: earlier.isNamed || file.isNamed },
      );
    }
  }
  return {
    files: [...found.values()],
    skipped: [...skipped].filter((path) => !found.has(realPathOf(path))),
  };
}

/** Returns the path of a file without links and other spellings; `-` for stdin. */
export function realPathOf(path: string): string {
  try {
    return path === '-' ? path : realpathSync(path);
  } catch {
    // A pipe, as in <(command), has no path on disk.
    return path;
  }
}

async function filesOf(word: string, skipped: Set<string>): Promise<readonly ManifestFile[]> {
  if (word === '-') return [{ path: '-', isNamed: true }];
  if (existsSync(word)) {
    if (!statSync(word).isDirectory()) return [{ path: word, isNamed: true }];
    const readable = filesUnder(word);
    for (const path of readable) if (!MANIFEST_NAME.test(path)) skipped.add(path);
    return readable.filter((path) => MANIFEST_NAME.test(path)).map((path) => ({ path, isNamed: false }));
  }
  if (!/[*?{[]/.test(word)) {
    throw new Failure('invalidInput', `cannot read ${word}: there is no such file`);
  }
  const { readPattern } = await import('./match-pattern.ts');
  const { base, matches } = readPattern(word);
  if (!existsSync(base)) return [];
  return filesUnder(base)
    .filter((path) => matches(path.replaceAll('\\', '/')))
    .map((path) => ({ path, isNamed: false }));
}

/** Whether a link leads to a file. One that may not be followed does: reading it says why it fails. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    return systemErrorCode(error) !== 'ELOOP';
  }
}

/**
 * Returns all JSON and YAML files below a folder, by name, without hidden ones and node_modules. Links to
 * files count; links to folders do not, because they could form a loop.
 */
function filesUnder(folder: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadable(folder, error);
  }
  return [...entries]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (SKIPPED.test(entry.name)) return [];
      const path = folder === '.' ? entry.name : join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path);
      // Tested first: editors keep locks next to a file, as links that lead nowhere.
      if (!READABLE.test(path)) return [];
      return entry.isFile() || (entry.isSymbolicLink() && isFile(path)) ? [path] : [];
    });
}

/** The text of a file, or why it has none. */
export type FileText = { readonly text: string; readonly hasMark: boolean } | { readonly fault: string };

/** Reads a file and removes a byte order mark. @throws Failure `invalidInput` if it cannot be opened */
export function readManifestFile(path: string): FileText {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  return textOf(bytes);
}

const MARK = '\uFEFF';

/** Decodes bytes as text. */
export function textOf(bytes: Buffer): FileText {
  // A file that is too large is refused for its size, whatever it contains.
  if (bytes.length > READ_LIMITS.bytes) return { fault: TOO_LARGE };
  if (!isUtf8(bytes)) return { fault: 'the file is not UTF-8' };
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? { text: text.slice(1), hasMark: true } : { text, hasMark: false };
}
