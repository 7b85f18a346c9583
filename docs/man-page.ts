import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { helpDetailsOf } from '../src/cli/help-format.ts';
import { variableOf } from '../src/cli/options/common-options.ts';
import { FAILURE_KINDS } from '../src/failure/failure.ts';
import { ENVIRONMENT } from './environment.ts';

/** Returns the manual page of the program and all its commands, in man(7) macros. */
export function manPage(program: CommandUnknownOpts, version: string): string {
  const exits = Object.values(FAILURE_KINDS).map(({ exit, means }) => definition(bold(String(exit)), means));
  const title = `.TH ORGCTL 1 "" "orgctl ${version}"\n`;
  return [
    title,
    section('Name', [`orgctl \\- ${roff(program.description())}`]),
    section('Synopsis', [`${bold('orgctl')} ${italic('command')} [${italic('flags')}]`]),
    section('Global flags', program.options.map(flagDefinition)),
    section('Exit status', [definition(bold('0'), 'done, or nothing to do'), ...exits]),
    section(
      'Environment',
      ENVIRONMENT.map(([name, what]) => definition(bold(name), what)),
    ),
    section('Commands', leavesOf(program).map(commandPart)),
  ].join('');
}

function commandPart(command: CommandUnknownOpts): string {
  const { examples = [], needs } = helpDetailsOf(command) ?? {};
  return [
    `.SS ${roff(`${wordsOf(command)} ${command.usage()}`)}`,
    `${roff(command.description())}.`,
    ...(needs === undefined ? [] : ['.PP', `Needs ${roff(needs)}.`]),
    ...(examples.length === 0
      ? []
      : ['.PP', '.nf', ...examples.map((example) => `    ${roff(example)}`), '.fi']),
    ...command.registeredArguments.map((argument) =>
      definition(italic(argument.name()), argument.description),
    ),
    ...command.options.map(flagDefinition),
  ].join('\n');
}

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function wordsOf(command: CommandUnknownOpts): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;
}

function flagDefinition(option: CommandUnknownOpts['options'][number]): string {
  const choices = option.argChoices === undefined ? '' : ` (${option.argChoices.join(', ')})`;
  const variable = variableOf(option);
  const text = `${option.description}${choices}${variable === undefined ? '' : `; ${variable}`}`;
  return definition(bold(option.flags), text);
}

function section(title: string, lines: readonly string[]): string {
  return `.SH ${title.toUpperCase()}\n${lines.map((line) => `${line}\n`).join('')}`;
}

function definition(term: string, text: string): string {
  return `.TP\n${term}\n${roff(text)}`;
}

const bold = (text: string) => `\\fB${roff(text)}\\fP`;
const italic = (text: string) => `\\fI${roff(text)}\\fP`;

/** A point or a quote at the start of a line would be a request, and a bare hyphen might be broken. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
