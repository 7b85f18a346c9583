import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { nodeAt } from '../command-path.ts';

/** A part of a command line. */
export type Piece =
  | {
      readonly kind: 'flag';
      /** The flag as typed, without a value that is joined to it. */
      readonly word: string;
      readonly option: Option;
      readonly value: string | undefined;
    }
  | { readonly kind: 'command' | 'argument' | 'unknownFlag'; readonly word: string };

/** A command line in parts, as the parser reads it. */
export interface SplitLine {
  readonly pieces: readonly Piece[];
  /** The names of the command and of its groups. */
  readonly path: readonly string[];
  readonly command: CommandUnknownOpts;
}

/** Splits a command line. @param program the parser with all commands and flags */
export function splitLine(argv: readonly string[], program: CommandUnknownOpts): SplitLine {
  return new Splitter(program).split(argv);
}

/** Joins the parts of a command line. */
export function joinLine(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap((piece) =>
    piece.kind === 'flag' && piece.value !== undefined ? [piece.word, piece.value] : [piece.word],
  );
}

class Splitter {
  private readonly path: string[] = [];
  private command: CommandUnknownOpts;
  private readonly program: CommandUnknownOpts;

  constructor(program: CommandUnknownOpts) {
    this.program = program;
    this.command = program;
  }

  split(argv: readonly string[]): SplitLine {
    const left = [...argv];
    const pieces: Piece[] = [];
    let isBehindDashes = false;
    for (let word = left.shift(); word !== undefined; word = left.shift()) {
      if (isBehindDashes && word.startsWith('-')) {
        pieces.push({ kind: 'argument', word });
        continue;
      }
      isBehindDashes ||= word === '--';
      const option = this.optionOf(word);
      const parts = option === undefined ? this.joinedFlags(word) : undefined;
      if (parts !== undefined) left.unshift(...parts);
      else pieces.push(option === undefined ? this.bareWord(word) : flagOf(word, option, left));
    }
    return { pieces, path: this.path, command: this.command };
  }

  /** Splits a short flag from the value or the flags that are joined to it, as the parser does. */
  private joinedFlags(word: string): readonly string[] | undefined {
    const [, short, rest] = /^(-[A-Za-z])([^=-].*)$/s.exec(word) ?? [];
    const option = short === undefined ? undefined : this.optionOf(short);
    if (short === undefined || rest === undefined || option === undefined) return undefined;
    return option.required || option.optional ? [short, rest] : [short, `-${rest}`];
  }

  /** The name of a command, an argument, or an unknown flag. */
  private bareWord(word: string): Piece {
    const child = childNamed(this.command, word) ?? (this.path.length === 0 ? this.ofScim(word) : undefined);
    const isCommand = child !== undefined || nodeAt([...this.path, word]).path.length > this.path.length;
    if (!isCommand) return { kind: /^-./.test(word) ? 'unknownFlag' : 'argument', word };
    this.path.push(word);
    this.command = child ?? this.command;
    return { kind: 'command', word };
  }

  /** `users` and `groups` without `scim` before them. */
  private ofScim(word: string): CommandUnknownOpts | undefined {
    const scim = childNamed(this.program, 'scim');
    return scim && childNamed(scim, word);
  }

  private optionOf(word: string): Option | undefined {
    if (!word.startsWith('-')) return undefined;
    const flag = word.startsWith('--') ? word.replace(/=.*$/s, '') : word;
    const options = [...this.command.options, ...this.program.options];
    return options.find(({ long, short }) => long === flag || short === flag);
  }
}

/** @param left the words after the flag; its value is removed from them */
function flagOf(word: string, option: Option, left: string[]): Piece {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  const isWithValue = option.required || option.optional;
  const value = equals >= 0 ? word.slice(equals + 1) : isWithValue ? left.shift() : undefined;
  return { kind: 'flag', word: equals < 0 ? word : word.slice(0, equals), option, value };
}

function childNamed(command: CommandUnknownOpts, word: string): CommandUnknownOpts | undefined {
  return command.commands.find((one) => one.name() === word || one.aliases().includes(word));
}
