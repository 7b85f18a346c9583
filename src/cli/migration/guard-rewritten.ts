import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { Failure } from '../../failure/failure.ts';
import { expectedFileError } from '../../failure/file-error.ts';
import { resolveLinks } from '../../storage/resolve-links.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { checkWritable } from '../printing/check-writable.ts';
import { refuseExisting } from '../printing/refuse-existing.ts';
import { rewrittenFile } from './rewritten-file.ts';

/** The files that a rewrite reads and writes. */
export interface RewrittenFiles {
  readonly map: string;
  readonly inPlace?: true | undefined;
  readonly backup?: string | undefined;
  readonly out?: string | undefined;
  readonly report?: string | undefined;
  readonly force?: true | undefined;
}

/**
 * Checks before anything is written that no needed file would be overwritten.
 * @throws Failure `usage` if one file has two roles, or a report or result exists already; `storage` if the
 * report cannot be written
 */
export function checkRewriteTargets(files: readonly string[], given: RewrittenFiles): void {
  const { map, inPlace, report, force } = given;
  if (inPlace === true && files.some((file) => isSamePath(file, map)))
    throw new Failure('usage', `${map} is the map; rewritten in place, it would be lost`, {
      hint: 'leave it out of the files',
    });
  const target = rewrittenFile(files, given.out);
  if (target !== undefined) refuseTarget(target, files, given);
  else if (given.out !== undefined) refuseWithinInput(given.out, files);
  if (report === undefined) return;
  refuseOccupiedReport(report, files, given);
  refuseExisting(report, force);
  refuseWhereNoneFits(report, given.out);
}

function refuseTarget(target: string, files: readonly string[], { map, force }: RewrittenFiles): void {
  if (isSamePath(target, map))
    throw new Failure('usage', `${target} is the map; it would be lost`, {
      hint: 'choose another name: --out FILE',
    });
  if (files.some((file) => isSamePath(target, file)))
    throw new Failure('usage', `${target} is an input file`, {
      hint: 'choose another name, or replace the file with --in-place',
    });
  checkWritable(target, force);
}

/** The next run would rewrite the results as well. */
function refuseWithinInput(out: string, files: readonly string[]): void {
  const folder = files.find((file) => !isSamePath(out, file) && isSameOrBelow(out, file));
  if (folder === undefined) return;
  throw new Failure('usage', `${out} is within the input folder ${folder}`, {
    hint: 'name a folder elsewhere: --out FOLDER',
  });
}

function refuseOccupiedReport(
  report: string,
  files: readonly string[],
  { map, inPlace, backup }: RewrittenFiles,
): void {
  const role = isSamePath(report, map)
    ? 'the map'
    : files.some((file) => isSameOrBelow(report, file))
      ? 'an input file'
      : inPlace === true && backup !== undefined && files.some((file) => isSamePath(report, file + backup))
        ? 'a copy of --backup'
        : undefined;
  if (role === undefined) return;
  throw new Failure('usage', `${report} is ${role}; the report needs a file of its own`, {
    hint: 'choose another name: --report FILE',
  });
}

/**
 * Checks that the report can be written. A report within the output folder is not checked, because that
 * folder is created with the results.
 */
function refuseWhereNoneFits(report: string, out: string | undefined): void {
  if (out !== undefined && isSameOrBelow(report, out)) return;
  const folder = dirname(report);
  try {
    if (existsSync(report)) accessSync(report, constants.W_OK);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw storageFailure('write', report, error);
  }
  if (!statSync(folder).isDirectory()) throw storageFailure('write', report, expectedFileError('ENOTDIR'));
}

function isSamePath(one: string, other: string): boolean {
  return one !== '-' && other !== '-' && resolveLinks(one) === resolveLinks(other);
}

/** Whether a path is a file, or lies below a folder. */
function isSameOrBelow(path: string, place: string): boolean {
  return (
    isSamePath(path, place) || (place !== '-' && resolveLinks(path).startsWith(resolveLinks(place) + sep))
  );
}
