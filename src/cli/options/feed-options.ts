import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { LimitValue } from '../../profiles/plan-limits.ts';
import { parsePlanLimit } from './parse-plan-limit.ts';
import { ON_BAD_ROW } from './reading-options.ts';

/** What holds for a file that comes again and again: how much of it may be bad, and where the bad rows go. */
export interface FeedOptions {
  readonly maxBadRows?: LimitValue | undefined;
  readonly rejects?: string | undefined;
  readonly force?: boolean | undefined;
  /** The name under which the file is compared with the last one. */
  readonly feed?: string | undefined;
  readonly minRows?: LimitValue | undefined;
  readonly maxBlanked?: LimitValue | undefined;
  /** Nothing is said of rows that are left out: only one row is asked for. */
  readonly isSilent?: true;
}

/** Adds the flags of `FeedOptions`, and the one that leaves bad rows out. */
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
  new Option(
    '--on-bad-row <what>',
    'when a row has a finding: apply nothing (stop), or apply the other rows (skip)',
  )
    .choices(ON_BAD_ROW)
    .default('stop' as const);

const maxBadRowsOption = () =>
  new Option(
    '--max-bad-rows <limit>',
    'maximum number of rows that may be left out, a count or a percentage (default: the larger of 10 and 1% of the rows)',
  ).argParser(parsePlanLimit);

const rejectsOption = () =>
  new Option(
    '--rejects <file>',
    'write the rows that are left out to a file, for example rejects.csv, with place and code',
  );

const feedOption = () =>
  new Option(
    '--feed <name>',
    'name under which the file is compared with the last applied one; stdin is compared with none without it (default: the name of the file)',
  ).argParser(parseFeedName);

function parseFeedName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw new InvalidArgumentError(`It is a name of 1 to ${LONGEST_NAME} characters.`);
}

const LONGEST_NAME = 200;

const minRowsOption = () =>
  new Option(
    '--min-rows <limit>',
    'minimum number of rows, a count or a percentage of the last applied file of this name (default: 80%; of up to 10 rows one less)',
  ).argParser(parsePlanLimit);

const maxBlankedOption = () =>
  new Option(
    '--max-blanked <limit>',
    'maximum number of rows whose value in a column may become blank since the last applied file, a count or a percentage (default: the larger of 10 and 5%, at most half of the rows; of more than 10 rows, or with a map or --feed)',
  ).argParser(parsePlanLimit);
