import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { existingPath } from '../../storage/existing-path.ts';
import { chainOf, nameOf } from '../command-chain.ts';
import { GROUP_FILES, PEOPLE_FILES } from '../migration/source-files.ts';
import { isOutputFlag } from './output-flags.ts';
import { outputIsInput } from './output-is-input.ts';
import { INPUT_FLAGS, inputArguments } from './refuse-stdin-twice.ts';

/** Flags that name a file to read, but never stdin; those that may name stdin are `INPUT_FLAGS`. */
const READ_FLAGS: ReadonlySet<string | undefined> = new Set([
  '--check',
  '--members-file',
  '--password-file',
  '--replay',
  '--token-file',
]);

/** Commands whose output has more roles than this rule knows: `migrate rewrite` checks them itself. */
const WITH_OWN_RULE: ReadonlySet<string> = new Set(['rewrite']);

/** What a run leaves in a folder that `bulk report --merge` reads. */
const RUN_FILE = /\.ndjson(\.gz)?$|[/\\]plan\.json$/;

/** Arguments that name an organization: a profile, or its files. */
const ORGANIZATIONS: ReadonlySet<string> = new Set(['a', 'b', 'source']);

/** A file that the command reads, and what makes it an input, worded to follow "which is". */
interface Input {
  readonly file: string;
  readonly role: string;
  /** The argument that is a profile instead if there is one of this name; absent for other inputs. */
  readonly orProfile?: string;
  /** Whether the file is named by an argument, not by a flag. */
  readonly isArgument?: true;
}

/**
 * Refuses a flag that would write a file which the command reads, before anything is read: the result would
 * replace the input, and rejects of an earlier run are removed. A file that does not exist cannot be lost.
 * @param isProfile whether there is a profile of this name; the command then reads it, not the file
 * @throws Failure `usage`
 */
export async function refuseOutputOverInput(
  command: CommandUnknownOpts,
  isProfile: (name: string) => Promise<boolean>,
): Promise<void> {
  if (WITH_OWN_RULE.has(command.name())) return;
  const options = chainOf(command).flatMap((one) => one.options);
  const outputs = options.filter((option) => isOutput(option, command));
  const inputs = [
    ...argumentInputs(command),
    ...options.filter((option) => !outputs.includes(option)).flatMap((option) => inputsOf(option, command)),
  ];
  const lookups = lookupsOf(command.getOptionValue('map'));
  for (const option of outputs) {
    const name = givenTo(option, command);
    const path = typeof name === 'string' ? existingPath(name) : undefined;
    if (typeof name !== 'string' || path === undefined || statSync(path).isDirectory()) continue;
    const read = [...inputs, ...(await lookups())].filter(({ file }) =>
      isRead(path, file, command.getOptionValue('merge') === true),
    );
    const taken = await firstFile(read, isProfile);
    if (taken === undefined || (await isOldBaseline(option, name))) continue;
    const mayReplace = taken.isArgument === true && options.some(({ long }) => long === '--in-place');
    const alternative = mayReplace ? 'replace the input file with --in-place' : undefined;
    throw outputIsInput(option.long ?? option.name(), name, taken.role, alternative);
  }
}

/** Returns the first input that is not a profile. */
async function firstFile(
  inputs: readonly Input[],
  isProfile: (name: string) => Promise<boolean>,
): Promise<Input | undefined> {
  for (const input of inputs)
    if (input.orProfile === undefined || !(await isProfile(input.orProfile))) return input;
  return undefined;
}

/** Whether a file is a baseline to be updated: a shell pattern for manifests may name it, too. */
async function isOldBaseline(option: Option, file: string): Promise<boolean> {
  if (option.attributeName() !== 'baseline') return false;
  const { isBaseline } = await import('../manifest/apply-baseline.ts');
  return isBaseline(file, file);
}

function argumentInputs(command: CommandUnknownOpts): readonly Input[] {
  if (isOutputGiven(command)) return [];
  const role = takesSeveral(command) ? 'an input file' : 'the input file';
  return inputArguments(command, false).flatMap(({ word, slot }) =>
    inputsIn(word, role).map((input) => ({
      ...input,
      isArgument: true as const,
      ...(ORGANIZATIONS.has(slot) ? { orProfile: word } : {}),
    })),
  );
}

/** Whether a file is one that an argument names: FILE, `people.csv,groups.csv`, or the folder of both. */
export function isInputNamed(word: string, file: string): boolean {
  const path = existingPath(file);
  return path !== undefined && inputsIn(word, '').some((input) => isRead(path, input.file, false));
}

function givenTo(option: Option, command: CommandUnknownOpts): unknown {
  return command.optsWithGlobals()[option.attributeName()];
}

/** Whether a flag writes a file that another one must not read. */
function isOutput(option: Option, command: CommandUnknownOpts): boolean {
  const name = option.attributeName();
  if (name === 'baseline') return command.getOptionValue('updateBaseline') === true;
  // The map of `migrate exchange` is extended, and may be its list as well.
  return name === 'record' || (name !== 'map' && isOutputFlag(name, nameOf(command)));
}

/** Whether the argument is another form of --out, as in `manifest init`. */
function isOutputGiven({ registeredArguments: slots }: CommandUnknownOpts): boolean {
  return slots.some(({ description }) => description === 'the same as --out');
}

function takesSeveral({ registeredArguments: slots }: CommandUnknownOpts): boolean {
  return slots.length > 1 || slots.some(({ variadic }) => variadic);
}

function inputsOf(option: Option, command: CommandUnknownOpts): readonly Input[] {
  const { long } = option;
  const value = givenTo(option, command);
  const words = (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');
  const role = `read as ${long}`;
  const isFile = INPUT_FLAGS.has(long ?? undefined) || READ_FLAGS.has(long ?? undefined);
  return words.flatMap((word) => {
    if (word.startsWith('@')) return [{ file: word.slice(1), role }];
    return isFile && !isOutputFlag(option.attributeName(), nameOf(command)) ? [{ file: word, role }] : [];
  });
}

/** Returns a function that reads the lookups of a map: it is only needed if an output file exists. */
function lookupsOf(map: unknown): () => Promise<readonly Input[]> {
  return async () => {
    if (typeof map !== 'string' || map === '-') return [];
    const { lookupFiles } = await import('../../bulk/input/lookup-files.ts');
    return (await lookupFiles(map)).map((file) => ({ file, role: 'a lookup of --map' }));
  };
}

/** Returns the files that an argument may name: FILE, `@FILE`, `name=@FILE` and `people.csv,groups.csv`. */
function inputsIn(word: string, role: string): readonly Input[] {
  const [, list] = /^(?:[^=]+=)?@(.+)$/s.exec(word) ?? [];
  return [
    ...[word, ...word.split(',')].map((file) => ({ file, role })),
    ...(list === undefined ? [] : [{ file: list, role: `read as @${list}` }]),
  ];
}

/**
 * Whether a path without links is an input, or is read because its folder is an input.
 * @param ofRuns whether an input folder contains runs, not an organization
 */
function isRead(path: string, input: string, ofRuns: boolean): boolean {
  const real = existingPath(input);
  if (real === undefined || path === real) return path === real;
  if (!path.startsWith(real + sep)) return false;
  if (ofRuns) return RUN_FILE.test(path);
  return [PEOPLE_FILES, GROUP_FILES].some((names) => {
    const first = names.map((name) => existingPath(join(real, name))).find((file) => file !== undefined);
    return first === path;
  });
}
