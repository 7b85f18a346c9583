import { COMMAND_ALIASES } from '../command-aliases.ts';
import { HELP_TOPICS } from '../help-topic-names.ts';
import type { Completed, CompletedCommand, CompletedFlag } from './completion-table.ts';

/** A word that is possible at the cursor. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** The result of a completion request. */
export interface Offer {
  readonly candidates: readonly Candidate[];
  /** Whether the shell completes file names here. */
  readonly hasFiles: boolean;
  /** Whether more is to be typed after the candidate, so that no space follows it. */
  readonly isOpen: boolean;
}

/** Looks up values that depend on the profile of the typed words. */
export type LookUp = (kind: string, prefix: string, profile: string | undefined) => readonly Candidate[];

const NOTHING: Offer = { candidates: [], hasFiles: false, isOpen: false };

/**
 * Returns the candidates at the cursor.
 * @param words the words between the program name and the word at the cursor, unquoted
 * @param current the word at the cursor, up to the cursor, unquoted; may be empty
 */
export function completeWords(
  root: CompletedCommand,
  words: readonly string[],
  current: string,
  lookUp: LookUp,
): Offer {
  const read = readWords(root, words);
  const flags = [...(read.command === root ? [] : (read.command.flags ?? [])), ...(root.flags ?? [])];
  const offer = (completed: Completed, prefix: string, before: string) =>
    offerValues(completed, prefix, before, (kind, typed) => lookUp(kind, typed, read.profile));

  if (read.waiting?.value !== undefined)
    return offer(flagValueOf(read.waiting, read.command, root) ?? {}, current, '');
  const inline = /^(--[^=]+)=(.*)$/s.exec(current);
  if (inline !== null && !read.isPastFlags) {
    const [, name = '', typed = ''] = inline;
    const flag = flags.find(({ names }) => names.includes(name));
    const value = flag === undefined ? undefined : flagValueOf(flag, read.command, root);
    return value === undefined ? NOTHING : offer(value, typed, `${name}=`);
  }
  if (current.startsWith('-') && !read.isPastFlags) return offerFlags(flags, read.used, current);
  if (read.command.commands !== undefined) return offerCommands(read, root, current);
  const args = read.command.arguments ?? [];
  const argument = args[read.positionals] ?? (args.at(-1)?.isVariadic === true ? args.at(-1) : undefined);
  return argument === undefined ? NOTHING : offer(argument, current, '');
}

/** Offers the commands of a group; after "help", also the help topics. */
function offerCommands({ command, isHelp }: ReadWords, root: CompletedCommand, current: string): Offer {
  const commands = Object.entries(command.commands ?? {}).map(([value, { about }]) => ({ value, about }));
  const topics = isHelp && command === root ? HELP_TOPICS.map((value) => ({ value, about: '' })) : [];
  const candidates = [...commands, ...topics].filter(({ value }) => value.startsWith(current));
  return { ...NOTHING, candidates };
}

/** Returns the values of a flag; for --columns and --query, they depend on what the command lists. */
function flagValueOf(
  flag: CompletedFlag,
  { columns, members }: CompletedCommand,
  root: CompletedCommand,
): Completed | undefined {
  const [name = ''] = flag.names.slice(-1);
  if (name === '--columns' && columns !== undefined) return { choices: columns, isList: true };
  if (name === '--query' && members !== undefined)
    return { choices: members.map((member) => `[].${member}`) };
  const { rows } = flag.value ?? {};
  return rows === undefined ? flag.value : { choices: root.rows?.[rows], endsWith: ' ' };
}

interface ReadWords {
  readonly command: CompletedCommand;
  readonly positionals: number;
  readonly used: ReadonlySet<string>;
  /** A flag whose value is the next word. */
  readonly waiting: CompletedFlag | undefined;
  readonly isPastFlags: boolean;
  /** Whether help for a command or a topic is requested. */
  readonly isHelp: boolean;
  readonly profile: string | undefined;
}

function readWords(root: CompletedCommand, words: readonly string[]): ReadWords {
  const reader = new WordReader(root);
  for (const word of words) reader.read(word);
  return reader;
}

class WordReader implements ReadWords {
  command: CompletedCommand;
  positionals = 0;
  readonly used = new Set<string>();
  waiting: CompletedFlag | undefined;
  isPastFlags = false;
  isHelp = false;
  profile: string | undefined;
  private readonly root: CompletedCommand;

  constructor(root: CompletedCommand) {
    this.root = root;
    this.command = root;
  }

  read(word: string): void {
    if (this.waiting !== undefined) {
      this.take(this.waiting, word);
      this.waiting = undefined;
    } else if (word === '--') this.isPastFlags = true;
    else if (word.startsWith('--') && !this.isPastFlags) this.readLongFlag(word);
    else if (word.startsWith('-') && word !== '-' && !this.isPastFlags) this.readShortFlags(word.slice(1));
    else this.readName(word);
  }

  private readLongFlag(word: string): void {
    const equals = word.indexOf('=');
    const flag = this.useFlag(equals < 0 ? word : word.slice(0, equals));
    if (flag?.value === undefined) return;
    if (equals < 0) this.waiting = flag;
    else this.take(flag, word.slice(equals + 1));
  }

  /** Reads `-n`, `-p NAME`, `-pNAME` and `-npNAME`. @param letters the word without its dash */
  private readShortFlags(letters: string): void {
    for (const [at, letter] of [...letters].entries()) {
      const flag = this.useFlag(`-${letter}`);
      if (flag === undefined) return;
      if (flag.value === undefined) continue;
      const joined = letters.slice(at + 1);
      if (joined === '') this.waiting = flag;
      else this.take(flag, joined);
      return;
    }
  }

  /** Returns the flag of this name, and remembers that it was used. */
  private useFlag(name: string): CompletedFlag | undefined {
    const flags = [...(this.command.flags ?? []), ...(this.root.flags ?? [])];
    const flag = flags.find(({ names }) => names.includes(name));
    for (const known of flag?.names ?? []) this.used.add(known);
    return flag;
  }

  private readName(word: string): void {
    const { command, root } = this;
    if (command === root && word === 'help') this.isHelp = true;
    const child = childOf(command, word) ?? (command === root ? aliased(root, word) : undefined);
    if (child === undefined) this.positionals += 1;
    else this.command = child;
  }

  private take(flag: CompletedFlag, value: string): void {
    if (flag.names.includes('--profile')) this.profile = value;
  }
}

function childOf({ commands }: CompletedCommand, word: string): CompletedCommand | undefined {
  return commands !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined;
}

/** Returns the group for which a top-level alias stands. */
function aliased(root: CompletedCommand, word: string): CompletedCommand | undefined {
  const aliases: Readonly<Record<string, readonly string[]>> = COMMAND_ALIASES;
  if (!Object.hasOwn(aliases, word)) return undefined;
  let command: CompletedCommand | undefined = root;
  for (const part of aliases[word] ?? [])
    command = command === undefined ? undefined : childOf(command, part);
  return command;
}

function offerFlags(flags: readonly CompletedFlag[], used: ReadonlySet<string>, current: string): Offer {
  const candidates = flags.flatMap(({ names, about, isRepeatable, isHidden }) => {
    if (isHidden === true) return [];
    const name = names.find((candidate) => candidate.startsWith(current) && candidate.startsWith('--'));
    const short = names.find((candidate) => candidate === current);
    const value = name ?? short;
    return value === undefined || (used.has(value) && isRepeatable !== true) ? [] : [{ value, about }];
  });
  return { ...NOTHING, candidates };
}

function offerValues(
  completed: Completed,
  typed: string,
  before: string,
  lookUp: (kind: string, prefix: string) => readonly Candidate[],
): Offer {
  if (completed.hasFiles === true) return { ...NOTHING, hasFiles: true };
  if (completed.known !== undefined) {
    const candidates = lookUp(completed.known, typed);
    return {
      ...NOTHING,
      candidates: candidates.map(({ value, about }) => ({ value: before + value, about })),
    };
  }
  const { choices = [], isList, endsWith = '' } = completed;
  const comma = isList === true ? typed.lastIndexOf(',') + 1 : 0;
  const given = typed.slice(0, comma);
  const taken = new Set(given.split(','));
  const candidates = choices
    .filter((choice) => choice.startsWith(typed.slice(comma)) && !(isList === true && taken.has(choice)))
    .map((choice) => ({ value: `${before}${given}${choice}${endsWith}`, about: '' }));
  return { candidates, hasFiles: false, isOpen: isList === true || endsWith !== '' };
}
