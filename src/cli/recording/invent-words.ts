import { existsSync } from 'node:fs';
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { matchKeysFrom } from '../../bulk/input/match-keys.ts';
import { SANDBOX_PROFILE } from '../../profiles/profile.ts';
import { isErrorCode, isKnownName } from '../../recording/structure.ts';
import { parseBoolean } from '../../values/boolean-word.ts';
import { knownMethod } from '../../webapi/webapi-client.ts';
import { variableOf } from '../options/common-options.ts';
import { isOutputFlag } from '../options/output-flags.ts';
import { encodingIn } from './encoding-in.ts';
import { type FilesRead, HeldFiles } from './held-files.ts';
import { inventFileName } from './invent-names.ts';
import { OF_A_RUN } from './of-a-run.ts';
import { isOwnWord } from './own-words.ts';
import { type Piece, type SplitLine, splitLine } from './split-line.ts';
import type { WordInventors } from './word-inventors.ts';

/** Placeholder for the output folder of a replay. */
export const OUTPUT_FOLDER = '@outputs/';
/** Flags that are not part of a recording: files in any encoding are recorded as UTF-8. */
const ONLY_REAL = new Set(['tokenFile', 'tokenStdin', 'record', 'replay', 'encoding']);
const EXPRESSIONS = new Set(['filter', 'query', 'columns', 'sort', 'sortBy', 'attributes', 'where', 'clear']);
/** Commands whose argument names a documented schema or attribute. */
const NAMED_PARTS = new Set(['scim service schemas']);
const COUNT = /^[+-]?\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|min|h|d|%|\/s|\/min|\/h)?$/;
/** Whether the value of a flag consists of words of the program, which replay must find unchanged. */
const OWN_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  delimiter: (value) => value === 'tab' || value === String.raw`\t`,
  match: (value) => matchKeysFrom(value.split(',')) !== undefined,
  quota: (value) => /^(?:auto|documented)$/.test(value),
  shard: (value) => /^(?:\d{1,4}|auto)\/\d{1,4}$/.test(value),
};

/** The arguments, variables and input files of a command, with invented values. */
export interface InventedWords {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
  /** The names of the command and of its groups. */
  readonly path: readonly string[];
  /** The real files that the command reads. */
  readonly read: FilesRead;
  /** What the command reads or runs that is not in the recording, in words. */
  readonly omitted: readonly string[];
  /** The real names of the files that the command writes. */
  readonly outputs: readonly (readonly [flag: string, file: string])[];
}

/** Replaces personal data in a command line. @param program the parser with all commands and flags */
export function inventWords(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  program: CommandUnknownOpts,
  invent: WordInventors,
): InventedWords {
  return new InventedCommand(argv, program, encodingIn(argv, env), invent).words(env);
}

class InventedCommand {
  private readonly line: SplitLine;
  private readonly path: readonly string[];
  private readonly outputs: (readonly [flag: string, file: string])[] = [];
  private readonly files: HeldFiles;
  private readonly program: CommandUnknownOpts;
  private readonly invent: WordInventors;

  constructor(
    argv: readonly string[],
    program: CommandUnknownOpts,
    encoding: string | undefined,
    invent: WordInventors,
  ) {
    this.line = splitLine(argv, program);
    this.path = this.line.path;
    this.program = program;
    this.invent = invent;
    this.files = new HeldFiles(this.path, encoding, invent);
  }

  words(env: Readonly<Record<string, string | undefined>>): InventedWords {
    const argv = this.line.pieces.flatMap((piece) => this.wordsOf(piece));
    const variables = this.variables(env);
    return {
      argv,
      env: variables,
      inputs: this.files.inputs,
      path: this.path,
      read: { digests: this.invent.digests, feeds: this.files.feeds },
      omitted: [...this.files.omitted],
      outputs: this.outputs,
    };
  }

  private wordsOf(piece: Piece): readonly string[] {
    if (piece.kind !== 'flag') return [this.bareWord(piece)];
    const { word, option, value } = piece;
    if (ONLY_REAL.has(option.attributeName())) return [];
    return value === undefined ? [word] : [word, this.ofOption(option, value)];
  }

  private bareWord({ kind, word }: Piece): string {
    if (kind === 'command') return word;
    if (kind === 'argument') return this.positional(word);
    return /^(?:--|--help|-h)$/.test(word) ? word : this.invent.value.text(word);
  }

  private ofOption(option: Option, value: string): string {
    const name = option.attributeName();
    const { exchange } = this.invent;
    if (option.argChoices?.includes(value) === true) return value;
    const held = this.ofHeldOption(name, value);
    if (held !== undefined) return held;
    const isOutput = isOutputFlag(name, this.path.join(' '));
    if (isOutput) this.outputs.push([option.long ?? option.name(), value]);
    if (isOutput || name === 'state')
      return isOwnStream(value) ? value : OUTPUT_FOLDER + this.fileName(value);
    if (name === 'profile' && value === SANDBOX_PROFILE.name) return value;
    if (name === 'scimUrl' || name === 'apiUrl')
      return URL.canParse(value) ? exchange.url(value) : this.text(value);
    if (OWN_VALUES[name]?.(value) === true) return value;
    if (EXPRESSIONS.has(name)) return this.expression(value);
    if (!isKnownName(name) && COUNT.test(value)) return value;
    return this.positional(value, /password/i.test(name));
  }

  /** The value of a flag that affects what the recording contains; undefined for any other. */
  private ofHeldOption(name: string, value: string): string | undefined {
    if (name === 'check' && this.files.keepReport(value)) return this.fileName(value);
    // The shard of a row depends on its real name. A check without findings is the same for all of them.
    const isSplit = name === 'shard' && !value.endsWith('/1') && this.path.at(-1) !== 'check';
    if (isSplit) this.files.omitted.add('the rows of a shard');
    if (name !== 'feed') return undefined;
    this.files.feeds.add(value);
    return this.fileName(value);
  }

  private expression(value: string): string {
    return this.invent.exchange.expression(value, isOwnWord);
  }

  private positional(value: string, isSecret = false): string {
    const { exchange } = this.invent;
    if (
      value === '-' ||
      value === SANDBOX_PROFILE.name ||
      (value === 'latest' && OF_A_RUN.test(this.path.join(' '))) ||
      (value === 'diff' && this.path.join(' ') === 'probe') ||
      isErrorCode(value) ||
      knownMethod(value) !== undefined
    )
      return value;
    const [, name, file] = /^([\w.[\]]+=)?@(.+)$/s.exec(value) ?? [];
    if (file !== undefined && this.files.keep(file, isSecret))
      return `${name === undefined ? '' : this.positionalName(name)}@${this.fileName(file)}`;
    if (this.files.keep(value, isSecret)) return this.fileName(value);
    if (isListOfFiles(value))
      return value
        .split(',')
        .map((one) => this.positional(one))
        .join(',');
    if (NAMED_PARTS.has(this.path.join(' ')) && isKnownName(value)) return value;
    const [, argument, given] = /^([\w.[\]]+)=(.*)$/s.exec(value) ?? [];
    if (argument !== undefined && given !== undefined)
      return `${this.positionalName(argument)}=${exchange.value(given, argument)}`;
    return URL.canParse(value) && /^https?:/.test(value) ? exchange.url(value) : this.text(value);
  }

  private positionalName(name: string): string {
    return isKnownName(name.replace(/=$/, '')) ? name : this.text(name);
  }

  private text(value: string): string {
    return this.invent.value.text(value);
  }

  private fileName(path: string): string {
    return inventFileName(path, this.invent.value);
  }

  private variables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
    const kept: Record<string, string> = {};
    const options = [...this.program.options, ...this.line.command.options];
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined || value === '') continue;
      if (!isRecordedVariable(name, value)) continue;
      if (!name.startsWith('ORGCTL_')) {
        kept[name] = value;
        continue;
      }
      const option = options.find((one) => variableOf(one) === name);
      if (option !== undefined && ONLY_REAL.has(option.attributeName())) continue;
      if (parseBoolean(value) !== undefined || /^\d{1,9}%?$/.test(value)) kept[name] = value;
      else kept[name] = option === undefined ? this.text(value) : this.ofOption(option, value);
    }
    return kept;
  }
}

/** Whether the name of an output file means a stream of the process, which a replay has as well. */
export function isOwnStream(name: string): boolean {
  return /^(?:-|\/dev\/std(?:out|err))$/.test(name);
}

/** Whether a recording contains a variable. */
export function isRecordedVariable(name: string, value: string): boolean {
  if (PLAIN_VARIABLES[name]?.test(value) === true) return true;
  return /^ORGCTL_[A-Z_]+$/.test(name) && !/TOKEN|^ORGCTL_(?:HOME|STATE|RECORD|REPLAY)$/.test(name);
}

function isListOfFiles(value: string): boolean {
  return value.includes(',') && value.split(',').every((one) => existsSync(one));
}

/** Variables that affect the output, with the values that are recorded. */
const PLAIN_VARIABLES: Readonly<Record<string, RegExp>> = {
  NO_COLOR: /^.$/,
  FORCE_COLOR: /^(?:[0-3]|true|false)$/,
  TERM: /^(?:dumb|xterm(?:-256color)?|screen|tmux|linux|vt100)$/,
  CI: /^(?:1|true|false)$/,
};
