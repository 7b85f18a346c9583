import { Failure } from '../../failure/failure.ts';
import { STARTERS, type StarterName, type StarterOptions, starterManifest } from '../../manifest/starter.ts';
import { validateText } from '../../manifest/validate.ts';
import type { Context } from '../context.ts';

/** What was given by flags. */
export interface StarterFlags {
  readonly template?: StarterName;
  readonly name?: string;
  readonly description?: string;
  readonly url?: string;
  readonly events?: readonly string[];
  readonly commands?: readonly string[];
}

export interface StarterSettings {
  readonly version: 1 | 2;
  readonly vendor: string;
}

/**
 * Completes the flags: asks on a terminal for what the template needs, and checks every answer by the rules of the validator.
 * @throws Failure `usage` naming the flag that is missing, or that is wrong, when nobody can be asked.
 */
export async function completeStarter(
  context: Context,
  flags: StarterFlags,
  settings: StarterSettings,
): Promise<StarterOptions> {
  const { prompts, common } = context;
  const mayAsk = prompts.mayAsk && common.yes !== true;
  const template =
    flags.template ??
    (mayAsk
      ? await prompts.choice(
          'What kind of app?',
          NAMES.map((value) => ({ value, name: `${value}: ${STARTERS[value]}` })),
        )
      : missing(context, '--template', NAMES.join(', '), 'socket' as const));
  const base = {
    template,
    events: [],
    commands: [],
    ...settings,
    // Until there is an answer, so that the answers before it can be checked.
    ...(template === 'remote' ? { url: 'https://example.com' } : {}),
  };
  const ask = async (
    flag: string,
    given: string | undefined,
    question: string,
    initial: string | undefined,
    put: Put,
  ) => {
    if (given !== undefined) return checked(flag, given, await complaint(put(given)));
    if (mayAsk)
      return prompts.text(question, {
        ...(initial === undefined ? {} : { initial }),
        check: (answer) => complaintOf(put, answer),
      });
    return initial !== undefined && (common.yes === true || flag !== '--name')
      ? initial
      : missing(context, flag, 'a text', initial ?? 'My app');
  };
  const name = await ask('--name', flags.name, 'Name of the app?', undefined, (text) => ({
    ...base,
    name: text,
  }));
  const named = { ...base, name };
  const description = await ask(
    '--description',
    flags.description,
    'What does it do, in a line?',
    `${name}`,
    (text) => ({ ...named, description: text }),
  );
  const described = { ...named, description };
  const url =
    template === 'remote'
      ? await ask(
          '--url',
          flags.url,
          'Where do requests go to (https://…)?',
          'https://example.com',
          (text) => ({ ...described, url: text, events: ['app_home_opened'] }),
        )
      : undefined;
  const placed = { ...described, ...(url === undefined ? {} : { url }) };
  const wantsEvents = template === 'socket' || template === 'remote';
  const events = wantsEvents
    ? words(
        await ask(
          '--events',
          flags.events?.join(','),
          'Which events, comma-separated?',
          'app_mention',
          (text) => ({
            ...placed,
            events: words(text),
          }),
        ),
      )
    : [];
  const commands = wantsEvents
    ? words(
        await ask(
          '--commands',
          flags.commands?.join(','),
          'Which slash commands, comma-separated?',
          '',
          (text) => ({
            ...placed,
            events,
            commands: words(text),
          }),
        ),
      )
    : [];
  return { ...placed, events, commands };
}

const NAMES = Object.keys(STARTERS) as readonly StarterName[];
type Put = (text: string) => StarterOptions;

const words = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function missing<T>({ common }: Context, flag: string, choices: string, usual: T): T {
  if (common.yes === true) return usual;
  throw new Failure('usage', `${flag} is needed: ${choices}`, {
    hint: 'orgctl manifest init --template socket --name "My app"',
  });
}

function checked(flag: string, value: string, wrong: string | undefined): string {
  if (wrong === undefined) return value;
  throw new Failure('usage', `${flag}: ${wrong}`);
}

/** The first thing that the document forbids; what is only unusual is said when the manifest is written. */
async function complaint(options: StarterOptions): Promise<string | undefined> {
  const text = JSON.stringify(starterManifest(options));
  const { findings } = await validateText('manifest.json', text, { vendor: options.vendor });
  return findings.find(({ severity }) => severity === 'error')?.message;
}

async function complaintOf(put: Put, answer: string): Promise<string | undefined> {
  return complaint(put(answer));
}
