import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { StopRule } from '../../bulk/run/stop-conditions.ts';
import { OTHER_SCIM_CODES, SCIM_ERROR_CODES } from '../../spec/error-codes.ts';
import { OWN_CODES } from '../../spec/own-codes.ts';
import { WEB_ERROR_CODES } from '../../spec/webapi-error-codes.ts';
import { asQuestion, suggest } from '../../values/suggest.ts';
import { refuseNoName } from '../printing/refuse-existing.ts';
import { parseCount } from './parse-values.ts';
import { withStateOption } from './state-option.ts';

/** Options of `bulk apply`, `resume` and `undo` for the progress and the outputs of a run. */
export interface RunOptions {
  readonly canary?: number | undefined;
  readonly stopOn?: StopRule | undefined;
  readonly events?: string | undefined;
  readonly failedOut?: string | undefined;
  readonly force?: boolean | undefined;
  readonly takeOver?: boolean | undefined;
}

/** Adds the flags of `RunOptions`. */
export const withRunOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  withStateOption(
    command
      .addOption(canaryOption())
      .addOption(stopOnOption())
      .addOption(eventsOption())
      .addOption(failedOutOption())
      .addOption(
        forceOption(
          command.options.some(({ long }) => long === '--rejects')
            ? 'replace an existing file of failed or rejected rows'
            : 'replace an existing file of failed rows',
        ),
      )
      .addOption(takeOverOption())
      // Before anything is read: a name that is meant for stdout.
      .hook('preAction', (_, chosen) => {
        const events: unknown = chosen.getOptionValue('events');
        if (typeof events === 'string')
          refuseNoName(events, 'name a file, for example --events events.ndjson');
      }),
  );

const canaryOption = () =>
  new Option(
    '--canary <count>',
    'apply this many changes first, for example 5, and continue only if all of them succeed',
  ).argParser(parseCount);

const stopOnOption = () =>
  new Option(
    '--stop-on <rules>',
    'stop at this many failures, above this percentage of failures (counted from 20 changes on), or at this error code; requests in flight (--concurrency) still finish, so --concurrency 1 is exact; for example 10,5%,email_taken',
  ).argParser(parseStopRule);

const eventsOption = () =>
  new Option(
    '--events <file>',
    'append an NDJSON event to a file, for example events.ndjson, for each finished change and each wait',
  );

const failedOutOption = () =>
  new Option(
    '--failed-out <file>',
    'write failed rows to a file you can correct and re-apply, for example failed.csv',
  );

/** @param what text that names the file the flag replaces */
export const forceOption = (what: string) => new Option('--force', what);

const takeOverOption = () =>
  new Option(
    '--take-over',
    'continue a run that another machine has locked; only if that machine no longer runs it',
  );

/** All error codes that have a meaning here. */
const CODES: ReadonlySet<string> = new Set([
  ...Object.keys(SCIM_ERROR_CODES),
  ...Object.keys(OTHER_SCIM_CODES),
  ...Object.keys(WEB_ERROR_CODES),
  ...Object.keys(OWN_CODES),
]);

/** Refuses a misspelled code. Other unknown ones are accepted: a service may have undocumented codes. */
function codeOf(word: string): string {
  const meant = CODES.has(word) ? undefined : suggest(word, CODES, 2);
  if (meant === undefined) return word;
  throw new InvalidArgumentError(`There is no error code "${word}"${asQuestion(meant)}`);
}

/** Returns the codes of a rule that no document lists. */
export function undocumentedCodes({ codes }: StopRule): readonly string[] {
  return codes.filter((code) => !CODES.has(code));
}

/** Parses `10,5%,email_taken`. */
function parseStopRule(text: string): StopRule {
  let rule: StopRule = { codes: [] };
  for (const word of text.split(',').map((part) => part.trim())) {
    const [, number, sign] = /^(\d{1,9}(?:\.\d+)?)(%?)$/.exec(word) ?? [];
    if (number !== undefined && sign === '%' && Number(number) < 100)
      rule = { ...rule, percent: Number(number) };
    else if (number !== undefined && sign === '' && /^[1-9]\d*$/.test(number))
      rule = { ...rule, count: Number(number) };
    else if (/^[a-z][a-z0-9_]*$/.test(word)) rule = { ...rule, codes: [...rule.codes, codeOf(word)] };
    else
      throw new InvalidArgumentError(
        'It must be a count, a percentage or an error code, comma-separated, such as 10,5%,email_taken.',
      );
  }
  return rule;
}
