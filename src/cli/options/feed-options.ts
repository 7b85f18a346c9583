import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { LimitValue } from '../../profiles/plan-limits.ts';
import { parsePlanLimit } from './parse-plan-limit.ts';
import { ON_BAD_ROW } from './reading-options.ts';

/** Options for a recurring file: how many rows may be bad, and where bad rows are written. */
export interface FeedOptions {
  readonly maxBadRows?: LimitValue | undefined;
  readonly rejects?: string | undefined;
  readonly force?: boolean | undefined;
  /** The name under which the file is compared with the last one. */
  readonly feed?: string | undefined;
  readonly minRows?: LimitValue | undefined;
  readonly maxBlanked?: LimitValue | undefined;
  /** Suppresses the messages about rejected rows; set if only one row is of interest. */
  readonly isSilent?: true;
}

/** Adds the flags of `FeedOptions`, and `--on-bad-row`. */
export const withFeedOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .addOption(onBadRowOption())
    .addOption(maxBadRowsOption())
    .addOption(rejectsOption())
    .addOption(feedOption())
    .addOption(minRowsOption())
    .addOption(maxBlankedOption());

const onBadRowOption = () =>
  new Option('--on-bad-row <what>', 'what to do about a row with a finding: stop, or skip the row')
    .choices(ON_BAD_ROW)
    .default('stop' as const);

const maxBadRowsOption = () =>
  new Option(
    '--max-bad-rows <limit>',
    'with --on-bad-row skip: maximum number of rows to skip, a count or a percentage of the rows (default: the larger of 10 and 1% of the rows)',
  ).argParser(parsePlanLimit);

const rejectsOption = () =>
  new Option(
    '--rejects <file>',
    'with --on-bad-row skip: write skipped rows to a file, for example rejects.csv, with line, column and code',
  );

const feedOption = () =>
  new Option(
    '--feed <name>',
    'name of a recurring file, to compare it with the one applied last (default: the file name; stdin is not compared)',
  ).argParser(parseFeedName);

function parseFeedName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new InvalidArgumentError(`It must be a name of 1 to ${MAX_NAME_LENGTH} characters.`);
}

const MAX_NAME_LENGTH = 200;

const minRowsOption = () =>
  new Option(
    '--min-rows <limit>',
    'minimum number of rows, a count or a percentage of the rows applied last (default: 80%; one row less for files of up to 10 rows)',
  ).argParser(parsePlanLimit);

const maxBlankedOption = () =>
  new Option(
    '--max-blanked <limit>',
    'maximum number of rows in which a column may become blank since the file applied last, a count or a percentage of the rows (default: the larger of 10 and 5%, at most half; checked for more than 10 rows, or with a map or --feed)',
  ).argParser(parsePlanLimit);
