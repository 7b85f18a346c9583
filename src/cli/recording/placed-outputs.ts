import { mkdirSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import type { Option } from '@commander-js/extra-typings';
import { variableOf } from '../options/common-options.ts';
import { isOutputFlag } from '../options/output-flags.ts';
import { isOwnStream, isRecordedVariable, OUTPUT_FOLDER } from './invent-words.ts';
import type { Piece, SplitLine } from './split-line.ts';

/**
 * Returns the parts of a recorded command line with all files that it writes below a folder. The recording
 * may come from a stranger: its command must write nothing else.
 */
export function placedOutputs({ pieces, path }: SplitLine, folder: string): readonly Piece[] {
  return pieces.map((piece) => {
    if (piece.kind !== 'flag' || piece.value === undefined || !isWritten(piece.option, path)) return piece;
    return { ...piece, value: placed(piece.value, folder) };
  });
}

/**
 * Returns the recorded variables that a replay sets: only those that a recording contains.
 * @param line the command that is run, whose flags they set; it may be another than the recorded one
 */
export function placedVariables(
  env: Readonly<Record<string, string>>,
  { path, command }: SplitLine,
  options: readonly Option[],
  folder: string,
): Readonly<Record<string, string>> {
  const all = [...options, ...command.options];
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (!isRecordedVariable(name, value)) return [];
      const option = all.find((one) => variableOf(one) === name);
      return [[name, option !== undefined && isWritten(option, path) ? placed(value, folder) : value]];
    }),
  );
}

function isWritten(option: Option, path: readonly string[]): boolean {
  const name = option.attributeName();
  return name === 'state' || isOutputFlag(name, path.join(' '));
}

function placed(value: string, folder: string): string {
  if (isOwnStream(value)) return value;
  const name = value.startsWith(OUTPUT_FOLDER) ? value.slice(OUTPUT_FOLDER.length) : value;
  // From the root, no ".." leads further up. A second slash keeps an absolute path recognizable in messages.
  const path = `${folder}${name.startsWith('/') ? '/' : ''}${normalize(`/${name}`)}`;
  mkdirSync(dirname(path), { recursive: true });
  return path;
}
