import { Failure } from '../../failure/failure.ts';
import { STARTERS, type StarterName, type StarterOptions, starterManifest } from '../../manifest/starter.ts';
import { validateText } from '../../manifest/validate.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';
import { quoted } from '../command-words.ts';
import type { Context } from '../context.ts';

/** Values given by flags. */
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
 * Completes the flags: on a terminal, asks for what the template needs, and checks every answer with the
 * rules of the validator.
 * @param isTyped whether a flag is on the command line, and not only set by a variable
 * @throws Failure `usage` naming the missing or invalid flag if prompts are not possible
 */
export async function completeStarter(
  context: Context,
  flags: StarterFlags,
  settings: StarterSettings,
  isTyped: (flag: keyof StarterFlags) => boolean,
): Promise<StarterOptions> {
  const template = flags.template ?? (await askForTemplate(context));
  refuseUnused(template, isTyped);
  // A placeholder until the URL is known, so that earlier answers can be validated.
  const usualUrl = template === 'remote' ? { url: DEFAULT_URL } : {};
  const base = { template, events: [], commands: [], ...settings, ...usualUrl };
  const ask = (question: Question) => answerOf(context, question);
  const name = await ask({
    flag: '--name',
    given: flags.name,
    question: 'Name of the app?',
    put: (text) => ({ ...base, name: text }),
  });
  const named = { ...base, name };
  const description = await ask({
    flag: '--description',
    given: flags.description,
    question: 'What does it do, in a line?',
    usual: `${name}`,
    put: (text) => ({ ...named, description: text }),
  });
  const described = { ...named, description };
  if (template !== 'socket' && template !== 'remote') return described;
  const placed =
    template === 'remote' ? { ...described, url: await askForUrl(ask, flags, described) } : described;
  const events = words(
    await ask({
      flag: '--events',
      given: flags.events?.join(','),
      question: 'Which events, comma-separated?',
      usual: 'app_mention',
      put: (text) => ({ ...placed, events: words(text) }),
    }),
  );
  const commands = words(
    await ask({
      flag: '--commands',
      given: flags.commands?.join(','),
      question: 'Which slash commands, comma-separated?',
      usual: '',
      put: (text) => ({ ...placed, events, commands: words(text) }),
    }),
  );
  return { ...placed, events, commands };
}

/** Flags that only some templates use. */
const USED_BY = {
  url: ['remote'],
  events: ['socket', 'remote'],
  commands: ['socket', 'remote'],
} as const satisfies { readonly [Flag in keyof StarterFlags]?: readonly StarterName[] };

/** @throws Failure `usage` for a typed flag that the template would ignore */
function refuseUnused(template: StarterName, isTyped: (flag: keyof StarterFlags) => boolean): void {
  for (const flag of keysOf(USED_BY)) {
    const templates: readonly StarterName[] = USED_BY[flag];
    if (!isTyped(flag) || templates.includes(template)) continue;
    throw new Failure('usage', `the template ${template} has no use for --${flag}`, {
      hint: `omit --${flag}, or use --template ${templates.join(' or ')}`,
    });
  }
}

const DEFAULT_URL = 'https://example.com';

/** One value that a template needs. */
interface Question {
  readonly flag: string;
  /** The value of the flag. */
  readonly given: string | undefined;
  readonly question: string;
  /** The default answer. */
  readonly usual?: string;
  /** Puts an answer into the manifest, so that it can be validated. */
  readonly put: Put;
}

async function askForTemplate(context: Context): Promise<StarterName> {
  if (!mayAsk(context)) return missing(context, '--template', NAMES.join(', '), 'socket' as const);
  const choices = NAMES.map((value) => ({ value, name: `${value}: ${STARTERS[value]}` }));
  return context.prompts.choice('What kind of app?', choices);
}

function askForUrl(
  ask: (question: Question) => Promise<string>,
  flags: StarterFlags,
  described: StarterOptions,
): Promise<string> {
  return ask({
    flag: '--url',
    given: flags.url,
    question: 'Where do requests go to (https://…)?',
    usual: DEFAULT_URL,
    put: (text) => ({ ...described, url: text, events: ['app_home_opened'] }),
  });
}

/** Returns the value of the flag, the answer, or the default. */
async function answerOf(context: Context, { flag, given, question, usual, put }: Question): Promise<string> {
  if (given !== undefined) return checked(flag, given, await complaint(put(given)));
  if (mayAsk(context))
    return context.prompts.text(question, {
      ...defined({ initial: usual }),
      check: (answer) => complaintOf(put, answer),
    });
  if (usual !== undefined && (context.common.yes === true || flag !== '--name')) return usual;
  return missing(context, flag, 'a text', usual ?? 'My app');
}

function mayAsk({ prompts, common }: Context): boolean {
  return prompts.mayAsk && common.yes !== true;
}

const NAMES = keysOf(STARTERS);
type Put = (text: string) => StarterOptions;

const words = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function missing<T extends string>({ common, host }: Context, flag: string, choices: string, usual: T): T {
  if (common.yes === true) return usual;
  const again = ['orgctl', ...host.argv, flag, usual].map(quoted).join(' ');
  throw new Failure('usage', `${flag} is required: ${choices}`, { hint: again });
}

function checked(flag: string, value: string, wrong: string | undefined): string {
  if (wrong === undefined) return value;
  throw new Failure('usage', `${flag}: ${wrong}`);
}

/** Returns the first error of the validator; warnings are reported when the manifest is written. */
async function complaint(options: StarterOptions): Promise<string | undefined> {
  const text = JSON.stringify(starterManifest(options));
  const { findings } = await validateText('manifest.json', text, { vendor: options.vendor });
  return findings.find(({ severity }) => severity === 'error')?.message;
}

async function complaintOf(put: Put, answer: string): Promise<string | undefined> {
  return complaint(put(answer));
}
