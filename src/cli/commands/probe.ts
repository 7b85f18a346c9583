import { Failure } from '../../failure/failure.ts';
import { pluralize } from '../../output/pluralize.ts';
import { createCallBudget, DEFAULT_BUDGET } from '../../probe/budget.ts';
import { compareProbes } from '../../probe/compare-probes.ts';
import { answerInWords } from '../../probe/question.ts';
import { QUESTIONS, READ_QUESTIONS } from '../../probe/questions.ts';
import { runProbe } from '../../probe/run-probe.ts';
import { type Capabilities, readCapabilities, writeCapabilities } from '../../profiles/capabilities.ts';
import { NO_PROFILE } from '../../profiles/resolve-profile.ts';
import { momentText } from '../../rules/date-time.ts';
import { defined } from '../../values/defined.ts';
import type { CommandModule } from '../command-module.ts';
import type { Context } from '../context.ts';
import { type Ending, endingIf } from '../ending.ts';
import { describe } from '../help-format.ts';
import { version } from '../host.ts';
import { parseCount } from '../options/parse-values.ts';
import type { Printer } from '../printing/print.ts';
import { openProbe } from '../probe/open-probe.ts';
import { ANSWER_VIEW, CAPABILITIES_VIEW, DIFFERENCE_VIEW } from '../views/probe-view.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox probe',
      'orgctl -p sandbox probe -o json',
      'orgctl -p sandbox probe --calls 20',
      'orgctl -p sandbox probe --write --user clara.voss --group IT --yes',
      'orgctl probe diff acme',
    ],
    lists: { columns: ANSWER_VIEW.columns },
    needs: `the token of the connection; nothing is changed without --write: at most ${DEFAULT_BUDGET} reads`,
  });
  return command
    .argument('[diff]', '"diff": the same as --diff')
    .argument('[profile]', 'profile name (default: the current profile)')
    .option('--calls <count>', 'maximum number of reads', parseCount, DEFAULT_BUDGET)
    .option('--diff', 'compare with the stored answers, store nothing, and exit with code 8 if one changed')
    .option('--write', 'also test writes, on --user and --group; every change is reverted')
    .option('--user <user>', 'with --write: user to change: ID, userName or e-mail')
    .option('--group <group>', 'with --write: group that the user joins and leaves: ID or name')
    .action(
      act(async (context, first, second, { calls, write, user, group, ...options }) => {
        const { name, diff } = wordsOf(first, second, options.diff);
        const subject = subjectOf({ write, user, group, diff });
        const { profile } = await context.resolved(name);
        await checkOutput(context, diff === true);
        const before = diff === true ? previousAnswers(context, profile.name) : undefined;
        const read = await probe(context, profile.name, calls);
        const found =
          subject === undefined ? withEarlierWrites(context, read) : await withWrites(context, read, subject);
        if (found === undefined) return undefined;
        if (before !== undefined) return printDifferences(context, before, found);
        await printAnswers(context, found);
        await warnOfContradictions(context, found);
        await store(context, found);
        return undefined;
      }),
    );
};

/**
 * Returns the profile and whether to compare: `probe diff acme` is `probe acme --diff`.
 * @throws Failure `usage` for two profiles
 */
function wordsOf(first: string | undefined, second: string | undefined, flag: true | undefined) {
  if (first === 'diff') return { name: second, diff: true as const };
  if (second === undefined) return { name: first, diff: flag };
  throw new Failure('usage', `unexpected argument "${second}"; only one profile can be probed`, {
    hint: `orgctl probe ${first}`,
  });
}

interface SubjectOptions {
  readonly write?: true | undefined;
  readonly user?: string | undefined;
  readonly group?: string | undefined;
  readonly diff?: true | undefined;
}

/**
 * Returns the user and group to change; undefined without --write.
 * @throws Failure `usage` if no user is named: only a named user is changed
 */
function subjectOf({ write, user, group, diff }: SubjectOptions) {
  const hint = 'orgctl probe --write --user USER --group GROUP';
  if (write === undefined) {
    if (user === undefined && group === undefined) return undefined;
    throw new Failure('usage', '--user and --group need --write', { hint });
  }
  if (diff === true) throw new Failure('usage', '--write and --diff contradict each other; give one');
  if (user === undefined)
    throw new Failure('usage', '--write needs --user: it changes a user, and reverts every change', { hint });
  return { user, group };
}

/** Adds the stored answers that require writes to a read-only probe of the same service. */
function withEarlierWrites({ folders }: Context, read: Capabilities): Capabilities {
  const before = read.profile === NO_PROFILE ? undefined : readEarlier(folders.config, read.profile);
  if (before?.scimBaseUrl !== read.scimBaseUrl) return read;
  const asked = new Set(read.answers.map(({ id }) => id));
  const known = new Set(QUESTIONS.map(({ id }) => id));
  const kept = before?.answers.filter(({ id }) => !asked.has(id) && known.has(id)) ?? [];
  return { ...read, answers: [...read.answers, ...kept] };
}

/** Reads the stored answers; undefined for a damaged file, which is written again. */
function readEarlier(folder: string, profile: string): Capabilities | undefined {
  try {
    return readCapabilities(folder, profile);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Adds the answers that require writes; undefined in a dry run. */
async function withWrites(
  context: Context,
  read: Capabilities,
  subject: { readonly user: string; readonly group: string | undefined },
): Promise<Capabilities | undefined> {
  const { runWriteProbe } = await import('../probe/run-write-probe.ts');
  const { answers } = read;
  const written = await runWriteProbe(context, { ...subject, read });
  return written === undefined ? undefined : { ...read, answers: [...answers, ...written] };
}

/** @throws Failure `usage` if there are no stored answers to compare with */
function previousAnswers({ folders }: Context, profile: string): Capabilities {
  const before = profile === NO_PROFILE ? undefined : readCapabilities(folders.config, profile);
  if (before !== undefined) return before;
  throw new Failure('usage', `the service of "${profile}" has not been probed yet`, {
    hint: `orgctl probe ${profile}`,
  });
}

async function probe(context: Context, profile: string, calls: number): Promise<Capabilities> {
  const budget = createCallBudget(calls);
  const opened = await openProbe(context, budget);
  const probedAt = momentText(context.host.now()) ?? '';
  const progress = context.messages.progress();
  try {
    const { answers, scimVersion } = await runProbe({
      ...opened,
      budget,
      questions: READ_QUESTIONS,
      onQuestion: ({ question }, index) => progress.update(question, index / READ_QUESTIONS.length),
    });
    const { scimBaseUrl, webApiBaseUrl } = opened;
    return {
      format: 1,
      profile,
      probedAt,
      tool: version,
      scimBaseUrl,
      ...defined({ webApiBaseUrl }),
      scimVersion,
      calls: budget.sent(),
      budget: calls,
      answers,
    };
  } finally {
    progress.stop();
    await opened.close();
  }
}

/** Validates the output flags before anything is sent. */
async function checkOutput(context: Context, isDiff: boolean): Promise<void> {
  const printer = await context.printer();
  if (isDiff) await printer.check(DIFFERENCE_VIEW);
  else if (isDocument(context, printer)) await printer.check(CAPABILITIES_VIEW);
  else await printer.check(ANSWER_VIEW);
}

function isDocument({ common }: Context, { format }: Pick<Printer, 'format'>): boolean {
  return format === 'json' || format === 'yaml' || common.query !== undefined;
}

async function printAnswers(context: Context, found: Capabilities): Promise<void> {
  const printer = await context.printer();
  if (isDocument(context, printer)) await printer.one(found, CAPABILITIES_VIEW);
  else await printer.list(found.answers, ANSWER_VIEW);
  const count = (state: string) => found.answers.filter((answer) => answer.state === state).length;
  const differing = found.answers.filter(({ differs }) => differs).length;
  const { calls } = found;
  await context.messages.note(
    `${pluralize(count('answered'), 'answer')}, ${differing} of them not as expected; ${count('unclear')} unclear, ${count('not asked')} not asked; ${pluralize(calls, 'request')} sent`,
  );
}

/**
 * Warns once if the service contradicts the documents; from then on, commands follow the service silently.
 */
async function warnOfContradictions({ messages }: Context, { answers }: Capabilities): Promise<void> {
  for (const { id, value, expected, section, basis, differs } of answers) {
    if (!differs || basis !== 'documented' || value === undefined || expected === undefined) continue;
    const follows = QUESTIONS.find((question) => question.id === id)?.follows?.(value);
    await messages.warn(
      `${section} documents ${answerInWords(expected)} for ${id}; this service: ${answerInWords(value)}${follows === undefined ? '' : `. From now on ${follows}`}`,
    );
  }
}

async function store({ common, folders, messages }: Context, found: Capabilities): Promise<void> {
  if (found.profile === NO_PROFILE)
    await messages.note(
      'not stored: no profile selected; "orgctl profile add NAME" stores the connection first',
    );
  else if (common.dryRun === true) await messages.note('dry run: nothing was stored');
  else await messages.note(`stored in ${writeCapabilities(folders.config, found)}`);
}

async function printDifferences(
  context: Context,
  before: Capabilities,
  found: Capabilities,
): Promise<Ending> {
  if (before.scimBaseUrl !== found.scimBaseUrl)
    throw new Failure('usage', `the stored answers are for ${before.scimBaseUrl ?? 'no URL'}`, {
      hint: `replace them: orgctl probe ${found.profile}`,
    });
  const differences = compareProbes(before, found);
  await (await context.printer()).list(differences, DIFFERENCE_VIEW);
  await context.messages.note(
    differences.length === 0
      ? `nothing changed since ${before.probedAt}`
      : `${pluralize(differences.length, 'answer')} changed since ${before.probedAt}; store the new ones with: orgctl probe ${found.profile}`,
  );
  return endingIf(differences.length > 0, 'pendingChanges');
}
