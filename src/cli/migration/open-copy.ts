import { join } from 'node:path';
import { looksLikeGroups } from '../../bulk/input/group-layout.ts';
import { looksLikePlan } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { authorizeLayer } from '../../http/authorize.ts';
import { withLayers } from '../../http/transport.ts';
import type { CopyOptions } from '../../migration/compare/copy-builder.ts';
import { copyExport, type ExportFiles } from '../../migration/compare/copy-export.ts';
import { copyService, type OnCopied } from '../../migration/compare/copy-service.ts';
import type { OrganizationCopy } from '../../migration/compare/organization-copy.ts';
import { looksLikeSnapshot, readSnapshotFile } from '../../migration/compare/snapshot-file.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { profileNamed } from '../../profiles/profile-named.ts';
import { profileNames } from '../../profiles/profile-names.ts';
import { createScimClient } from '../../scim/scim-client.ts';
import { DEFAULT_VENDOR } from '../../spec/default-vendor.ts';
import {
  isInput,
  isInputFolder,
  isPlainFile,
  linesOfInput,
  startOfInput,
} from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { quoted } from '../command-words.ts';
import type { BaseTransport } from '../connection/base-transport.ts';
import { sandboxFile } from '../connection/connect.ts';
import type { Context } from '../context.ts';
import { GROUP_FILES, PEOPLE_FILES, STATE_FILE_START } from './source-files.ts';

/**
 * The source that an argument names: a profile, the sandbox of another home, the files of an export, or a
 * snapshot.
 */
export type CopySource =
  | { readonly kind: 'profile'; readonly name: string }
  | { readonly kind: 'sandbox'; readonly stateFile: string }
  | { readonly kind: 'export'; readonly people: string; readonly groups?: string | undefined }
  | { readonly kind: 'snapshot'; readonly file: string };

/**
 * Determines which source an argument names. A stored profile takes precedence; `./name` is always a file.
 * @throws Failure `usage` if it is none of these
 */
export async function findSource(context: Context, word: string): Promise<CopySource> {
  const stored = await context.profiles.read();
  if (profileNamed(stored, word) !== undefined || word === SANDBOX_PROFILE.name)
    return { kind: 'profile', name: word };
  if (word === '-') throw notReadTwice('stdin');
  if (!isInput(word)) return sourceInFiles(word) ?? noSource(word, profileNames(stored));
  return isInputFolder(word) ? sourceInFolder(word) : sourceInFile(word);
}

/**
 * Returns the files of an export, given in either order.
 * @returns undefined if none of them exists
 */
function sourceInFiles(word: string): CopySource | undefined {
  const files = word.split(',');
  const missing = files.find((file) => !isInput(file));
  if (files.length < 2 || files.every((file) => !isInput(file))) return undefined;
  if (missing !== undefined)
    throw new Failure(
      'usage',
      `cannot read ${missing || 'a file without a name'} of "${word}": there is no such file`,
    );
  const [one = '', two = '', ...more] = files;
  if (more.length > 0) throw new Failure('usage', `"${word}" names ${files.length} files`, { hint: PAIR });
  for (const file of [one, two]) refuseWhole(file);
  const [isGroups, areGroups] = [looksLikeGroups(startOf(one)), looksLikeGroups(startOf(two))];
  if (isGroups === areGroups)
    throw new Failure('usage', `${one} and ${two} are both files of ${isGroups ? 'groups' : 'people'}`, {
      hint: PAIR,
    });
  return isGroups
    ? { kind: 'export', people: two, groups: one }
    : { kind: 'export', people: one, groups: two };
}

const PAIR_OF_FILES = 'people.csv,groups.csv';
const PAIR = `name one file of people and one of groups: ${PAIR_OF_FILES}`;

/** @throws Failure `usage` for a file that already contains users and groups */
function refuseWhole(file: string): void {
  if (isInputFolder(file))
    throw new Failure('usage', `${file} is a folder`, { hint: `name it alone, or ${PAIR}` });
  const start = startOf(file);
  if (!looksLikeSnapshot(start) && !looksLikeStateFile(start)) return;
  const what = looksLikeSnapshot(start) ? 'a snapshot' : 'the state of a sandbox';
  throw new Failure('usage', `${file} is ${what}, which already contains users and groups`, {
    hint: `name it alone: ${quoted(file)}`,
  });
}

/** @throws Failure `usage` */
function noSource(word: string, known: readonly string[]): never {
  throw new Failure('usage', `"${word}" is neither a profile nor a file; profiles: ${known.join(', ')}`, {
    hint: 'name a profile, a folder with people.csv and groups.csv, a CSV of users, or a snapshot',
  });
}

function sourceInFolder(folder: string): CopySource {
  const stateFile = sandboxFile(join(folder, 'state'));
  if (isInput(stateFile)) return { kind: 'sandbox', stateFile };
  const find = (names: readonly string[]) =>
    names.map((name) => join(folder, name)).find((path) => isInput(path));
  const people = find(PEOPLE_FILES);
  if (people !== undefined) return { kind: 'export', people, groups: find(GROUP_FILES) };
  throw new Failure('usage', `${folder} has no people.csv and is not a sandbox home folder`, {
    hint: `orgctl scim users export --out ${quoted(join(folder, 'people.csv'))}`,
  });
}

/** Number of characters that are enough to recognize a file. */
const START = 4096;

/** @throws Failure `usage` for a pipe: the files of an organization are read twice */
function startOf(file: string): string {
  if (!isPlainFile(file)) throw notReadTwice(file);
  return startOfInput(file, START);
}

function notReadTwice(name: string): Failure {
  return new Failure('usage', `${name} is not a regular file, and it must be read twice`, {
    hint: 'save it as a file first, for example as people.csv',
  });
}

/** Whether this is the first line of a state file, whatever the file name. */
function looksLikeStateFile(start: string): boolean {
  return start.startsWith(STATE_FILE_START);
}

async function sourceInFile(file: string): Promise<CopySource> {
  const start = startOf(file);
  if (looksLikeSnapshot(start)) return { kind: 'snapshot', file };
  if (looksLikeStateFile(start)) return { kind: 'sandbox', stateFile: file };
  if (looksLikePlan(start))
    throw new Failure('usage', `${file} is a saved plan, not an organization`, {
      hint: `to apply it, name it alone: orgctl migrate apply ${quoted(file)}`,
    });
  if (looksLikeGroups(start))
    throw new Failure('usage', `${file} is a group file, and its users are needed too`, {
      hint: `name both: ${quoted(`people.csv,${file}`)}`,
    });
  return { kind: 'export', people: file };
}

/**
 * Reads the whole organization of a source.
 * @throws Failure `stale` if it is incomplete; `invalidInput` for a file with findings; as every read
 */
export async function openCopy(
  context: Context,
  source: CopySource,
  options: CopyOptions,
  onCopied: OnCopied,
): Promise<OrganizationCopy> {
  switch (source.kind) {
    case 'snapshot':
      return readSnapshotFile(linesOfInput(source.file), source.file, options);
    case 'export':
      return copyFiles(context, source, options);
    case 'sandbox':
      return copySandbox(context, source.stateFile, options, onCopied);
    case 'profile':
      return copyProfile(context, source.name, options, onCopied);
  }
}

/** Reads an export, and warns of columns that are not read and have no file of their own. */
async function copyFiles(
  { common, host, messages }: Context,
  files: ExportFiles,
  options: CopyOptions,
): Promise<OrganizationCopy> {
  const copy = await copyExport(files, options, common.vendor ?? DEFAULT_VENDOR, host.streams.stdin);
  // The memberships of the column come from the group file, if there is one.
  const unread = copy.unread.filter((column) => column !== 'groups' || files.groups === undefined);
  if (unread.length > 0) {
    const way = unread.includes('groups') ? `; memberships come from a group file: ${PAIR_OF_FILES}` : '';
    await messages.warn(`not read from ${files.people}: ${unread.join(', ')}${way}`);
  }
  return copy;
}

async function copyProfile(
  context: Context,
  name: string,
  options: CopyOptions,
  onCopied: OnCopied,
): Promise<OrganizationCopy> {
  const profile = profileNamed(await context.profiles.read(), name);
  const connection = await context.connect(profile ?? SANDBOX_PROFILE);
  try {
    return await copyService(connection.scim, options, onCopied);
  } catch (error) {
    throw error instanceof Failure && error.kind === 'stale' ? withName(name, error) : error;
  } finally {
    await connection.close();
  }
}

/** Adds the name of the organization whose list is incomplete. */
function withName(name: string, failure: Failure): Failure {
  const { kind, message, hint } = failure;
  return new Failure(kind, `${name}: ${message}`, {
    ...defined({ hint }),
    cause: failure,
  });
}

async function copySandbox(
  { host }: Context,
  stateFile: string,
  options: CopyOptions,
  onCopied: OnCopied,
): Promise<OrganizationCopy> {
  const { SANDBOX_TOKENS } = await import('../../sandbox/demo-tokens.ts');
  const sandbox = await openStateFile(host, stateFile);
  const { scimBaseUrl, scimVersion, vendor } = SANDBOX_PROFILE;
  const token = authorizeLayer({
    token: async () => SANDBOX_TOKENS.org,
    origins: [scimBaseUrl],
    allowHttp: false,
  });
  try {
    const transport = withLayers(sandbox.transport, [token]);
    return await copyService(
      createScimClient(transport, scimBaseUrl, { version: scimVersion, vendor }, host.now),
      options,
      onCopied,
    );
  } finally {
    await sandbox.close();
  }
}

/** Opens the state of a sandbox; in a replay, its responses come from the recording. */
async function openStateFile({ now, tape }: Context['host'], stateFile: string): Promise<BaseTransport> {
  const open = async () => {
    const { openSandbox } = await import('../../sandbox/sandbox.ts');
    const { demoOrganization } = await import('../../sandbox/demo-organization.ts');
    const sandbox = await openSandbox({ initial: demoOrganization(), stateFile, now });
    return { transport: sandbox.handle, close: async () => sandbox.close() };
  };
  return tape === undefined ? open() : tape.connect(open);
}
