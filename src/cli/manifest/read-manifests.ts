import { Failure } from '../../failure/failure.ts';
import {
  type FileText,
  FOLDER_NAMES,
  findManifests,
  readManifestFile,
  textOf,
} from '../../manifest/find-manifests.ts';
import { looksLikeManifest } from '../../manifest/looks-like-manifest.ts';
import { syntaxFault, unreadable } from '../../manifest/manifest-source.ts';
import { formatOf } from '../../manifest/read-manifest.ts';
import {
  type Validated,
  type ValidateOptions,
  validateSource,
  validateText,
} from '../../manifest/validate.ts';
import { resolveLinks } from '../../storage/resolve-links.ts';
import { readBytes } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';
import { isBaseline } from './apply-baseline.ts';

/** A manifest that an argument selects. */
export interface GivenManifest {
  /** `-` for stdin. */
  readonly path: string;
  /** Name in messages. */
  readonly name: string;
  readonly content: FileText;
}

/**
 * Reads the manifests that the arguments select, one after the other: files, folders, patterns, `-`; without
 * arguments, those of the current folder.
 * @param baseline the baseline of the command, which is no manifest; a shell pattern may name it, too
 * @throws Failure `usage` if there is no manifest, `invalidInput` if a file cannot be read
 */
export async function* readManifests(
  { host, messages, common }: Context,
  words: readonly string[],
  stdinName: string | undefined,
  baseline?: string,
): AsyncGenerator<GivenManifest> {
  let count = 0;
  const { files, skipped } = await findManifests(words.length === 0 ? ['.'] : words);
  const foreign: string[] = [];
  const isSkipped = (path: string) => baseline !== undefined && resolveLinks(path) === resolveLinks(baseline);
  for (const { path, isNamed } of files) {
    if (isNamed ? isBaseline(path, baseline) : isSkipped(path)) continue;
    const content =
      path === '-' ? textOf(await allOf(readBytes('-', host.streams.stdin))) : readManifestFile(path);
    if (!isNamed && !(await looksLikeManifest(path, content))) {
      foreign.push(path);
      continue;
    }
    count += 1;
    yield { path, name: path === '-' ? (stdinName ?? '(stdin)') : path, content };
  }
  const others = skipped.filter((path) => !isSkipped(path));
  await noteSkipped(
    messages,
    others,
    `in a folder, only these names are read: ${FOLDER_NAMES}`,
    common.verbose === true,
  );
  await noteSkipped(messages, foreign, 'not a manifest', common.verbose === true);
  if (count > 0) return;
  throw new Failure('usage', `no manifest in ${words.length === 0 ? 'this folder' : words.join(', ')}`, {
    hint: 'name a file, or create one: orgctl manifest init',
  });
}

/** Number of skipped files that are named without --verbose. */
const NAMED = 3;

/** Prints which files of a folder were not checked, and why. */
async function noteSkipped(
  messages: Context['messages'],
  files: readonly string[],
  why: string,
  isVerbose: boolean,
): Promise<void> {
  if (files.length === 0) return;
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  const shown = isVerbose ? files : files.slice(0, NAMED);
  const more = files.length > shown.length ? ', … (all of them: --verbose)' : '';
  await messages.note(`skipped ${count} (${why}): ${shown.join(', ')}${more}`);
}

/** Maximum number of bytes read from stdin; more than any manifest has. */
const MAX_BYTES = 8 * 1024 * 1024;

async function allOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const collected: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    collected.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(collected);
}

/** Validates one manifest. Fixes are offered only if they would be applied. */
export async function validateGiven(
  { name, content }: GivenManifest,
  options: ValidateOptions,
): Promise<Validated> {
  if ('text' in content) {
    const validated = await validateText(name, content.text, options);
    if (validated.findings.every(({ fix }) => fix === undefined)) return validated;
    return (await import('../../manifest/try-fix.ts')).withTriedFixes(validated, options);
  }
  return validateSource(
    name,
    unreadable('', formatOf(name, ''), syntaxFault([0, 0], content.fault)),
    options,
  );
}

/**
 * Returns the single manifest that a command works on.
 * @throws Failure `usage` if the argument selects several
 */
export async function readOneManifest(
  context: Context,
  word: string,
  stdinName?: string,
): Promise<GivenManifest & { text: string }> {
  let only: GivenManifest | undefined;
  for await (const given of readManifests(context, [word], stdinName)) {
    if (only !== undefined) throw new Failure('usage', `${word} matches several manifests; name one`);
    only = given;
  }
  if (only === undefined) throw new Failure('usage', `${word} matches no manifest`);
  if ('fault' in only.content) throw new Failure('invalidInput', `${only.name}: ${only.content.fault}`);
  return { ...only, text: only.content.text };
}
