import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../failure/failure.ts';
import { isDocumentFormat, OUTPUT_FORMATS } from '../output/view.ts';
import type { Act, BareCommand } from './command-module.ts';
import { COMMAND_TREE, type CommandGroup, type Leaf } from './command-tree.ts';
import type { Context } from './context.ts';
import type { Ending } from './ending.ts';
import { describe, helpConfiguration, helpDetailsOf, printingCommand } from './help-format.ts';
import type { HelpOptions, HelpPage } from './help-page.ts';
import type { Environment } from './host.ts';
import { offerIdentityPicker } from './identity/identity-argument.ts';
import { addCommonOptions, applyEnvironment, type Program } from './options/common-options.ts';
import { ignoreVariables } from './options/ignore-variables.ts';
import { refuseColumnsWithQuery } from './options/refuse-columns-with-query.ts';
import { watchContradictions } from './options/refuse-contradictions.ts';
import { refuseLoneFlags } from './options/refuse-lone-flags.ts';
import { refuseOutputOverInput } from './options/refuse-output-over-input.ts';
import { refuseSharedFiles } from './options/refuse-shared-files.ts';
import { refuseStdinTwice } from './options/refuse-stdin-twice.ts';
import { isReadByPeople } from './printing/read-by-people.ts';
import { nothingSentMessage } from './stopped-words.ts';

export interface ProgramOptions {
  readonly env: Environment;
  /** Creates the context of the chosen command, once, when the command runs. */
  readonly openContext: (program: Program, isReport: boolean) => Promise<Context>;
  /** Receives the ending of the command, if the command returns one. */
  readonly onEnd: (ending: Ending) => void;
  /** Collects help text. */
  readonly writeOut: (text: string) => void;
  readonly help: HelpOptions;
  /** Called with the content of a help page before it is formatted. */
  readonly onHelp?: (page: HelpPage) => void;
}

/**
 * Builds the parser. At first it knows only names and summaries. The file of a command is loaded when the
 * words lead to it, so that startup loads no other commands.
 */
export function buildProgram(options: ProgramOptions): Program {
  const { env, openContext, onEnd, writeOut, help, onHelp } = options;
  const program = addCommonOptions(
    new Command('orgctl')
      .description(COMMAND_TREE.summary)
      .helpCommand(false)
      .helpOption('-h, --help', 'show help')
      .exitOverride()
      .configureOutput({ writeOut, writeErr: writeOut, outputError: () => {} })
      .configureHelp(helpConfiguration(help, onHelp))
      .showSuggestionAfterError(true),
  );
  describe(program, {
    examples: [],
    tries: [
      ['orgctl --profile sandbox scim users list', 'explore the built-in sandbox'],
      ['orgctl bulk check people.csv', 'check a file of people, offline'],
      ['orgctl profile add NAME', 'connect to your own organization'],
    ],
  });
  applyEnvironment(program, env);
  const fill: Fill = async (command, leaf) => {
    const open = () => openContext(program, isReadByPeople(printingCommand(command), program.opts()));
    const act: Act =
      (action) =>
      async (...args) => {
        const context = await open();
        if (helpDetailsOf(command)?.isWrite === true)
          context.shutdown.lastWords(() => context.messages.endAtOnce(nothingSentMessage(context)));
        const ending = await action(context, ...args);
        if (ending !== undefined) onEnd(ending);
      };
    (await leaf.load()).register(command, act);
    command.hook('preAction', (_, chosen) => ignoreVariables(chosen));
    command.hook('preAction', (_, chosen) => refuseDocument(program, chosen));
    command.hook('preAction', () => refuseColumnsWithQuery(program));
    command.hook('preAction', watchContradictions(command));
    command.hook('preAction', (_, chosen) => refuseLoneFlags(chosen));
    command.hook('preAction', (_, chosen) => refuseStdinTwice(chosen));
    command.hook('preAction', (_, chosen) => refuseSharedFiles(chosen));
    const isProfile = async (name: string) => {
      const { profileNames } = await import('../profiles/profile-names.ts');
      return profileNames(await (await open()).profiles.read()).includes(name);
    };
    command.hook('preAction', (_, chosen) => refuseOutputOverInput(chosen, isProfile));
    offerIdentityPicker(command, open);
    applyEnvironment(command, env);
  };
  attach(program, COMMAND_TREE, fill);
  return program;
}

/**
 * Refuses a document format that the command does not print, before the command does anything. If the format
 * comes from a variable, it is ignored instead.
 * @throws Failure `usage`
 */
function refuseDocument(program: Program, chosen: CommandUnknownOpts): void {
  const { output } = program.opts();
  if (!isDocumentFormat(output) || helpDetailsOf(chosen)?.documents?.includes(output) === true) return;
  if (program.getOptionValueSource('output') === 'env') {
    program.setOptionValue('output', undefined);
    return;
  }
  throw new Failure('usage', `this command does not support -o ${output}`, {
    hint: documentHint(chosen, output),
  });
}

/** Commands for manifests select formats with a --format flag of their own. */
function documentHint(chosen: CommandUnknownOpts, output: string): string {
  const { options } = chosen;
  const { documents = [] } = helpDetailsOf(chosen) ?? {};
  const formats = options.find(({ long }) => long === '--format')?.argChoices;
  if (formats === undefined) return `-o takes ${[...OUTPUT_FORMATS, ...documents].join(', ')} here`;
  return formats.includes(output) ? `--format ${output}` : `--format takes ${formats.join(', ')}`;
}

/** Builds the parser with every command file loaded, to be described but not run. */
export async function buildWholeProgram(): Promise<CommandUnknownOpts> {
  const program = addCommonOptions(
    new Command('orgctl').description(COMMAND_TREE.summary).helpCommand(false),
  );
  const fillAll = async (command: CommandUnknownOpts, group: CommandGroup): Promise<void> => {
    for (const [name, node] of Object.entries(group.commands)) {
      if (node.isHidden === true) continue;
      const child = command.command(name).summary(node.summary).description(node.summary).helpCommand(false);
      if ('commands' in node) await fillAll(child, node);
      else (await node.load()).register(child, () => async () => {});
    }
  };
  await fillAll(program, COMMAND_TREE);
  return program;
}

/** Adds the declarations of its file to a command that was chosen. */
type Fill = (command: BareCommand, leaf: Leaf) => Promise<void>;

function attach(command: CommandUnknownOpts, group: CommandGroup, fill: Fill): void {
  const children = new Map<CommandUnknownOpts, () => Promise<void>>();
  for (const [name, node] of Object.entries(group.commands)) {
    const child = command
      .command(name, { hidden: node.isHidden === true })
      .summary(node.summary)
      .description(node.summary)
      .helpCommand(false);
    children.set(child, async () => {
      if ('commands' in node) attach(child, node, fill);
      else await fill(child, node);
    });
  }
  command.hook('preSubcommand', async (_, child) => children.get(child)?.());
}
