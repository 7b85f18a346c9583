import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Completed, CompletedCommand, CompletedFlag } from '../src/cli/completion/completion-table.ts';
import { helpDetailsOf } from '../src/cli/help-format.ts';
import { GROUP_VIEW } from '../src/cli/views/group-view.ts';
import { USER_VIEW } from '../src/cli/views/user-view.ts';
import { fieldPaths } from '../src/manifest/known-keys.ts';
import { RULE_IDS } from '../src/manifest/rules/rule-book.ts';
import { SANDBOX_METHODS } from '../src/sandbox/sandbox-methods.ts';
import { SCIM_ERROR_CODES } from '../src/spec/error-codes.ts';
import { USER_ATTRIBUTES } from '../src/spec/user-attributes.ts';
import { WEB_ERROR_CODES } from '../src/spec/webapi-error-codes.ts';
import { WEB_API_METHODS } from '../src/spec/webapi-methods.ts';
import { defined } from '../src/values/defined.ts';

/** Returns what completion has to know of a command and those below it. */
export function completedCommand(command: CommandUnknownOpts): CompletedCommand {
  const commands = Object.fromEntries(
    command.commands.map((child) => [child.name(), completedCommand(child)]),
  );
  const flags = command.options.map(completedFlag);
  const isRoot = command.parent === null;
  if (isRoot) flags.push({ names: ['-h', '--help'], about: 'show help' });
  const args = command.registeredArguments.map(completedArgument);
  const { columns, members } = helpDetailsOf(command)?.lists ?? {};
  return {
    about: command.summary() === '' ? command.description() : command.summary(),
    ...(command.commands.length === 0 ? {} : { commands }),
    ...(flags.length === 0 ? {} : { flags }),
    ...(args.length === 0 ? {} : { arguments: args }),
    ...(isRoot ? { rows: ROWS } : {}),
    ...(columns === undefined ? {} : { columns: columns.map(({ name }) => name) }),
    ...defined({ members }),
  };
}

function completedFlag(option: Option): CompletedFlag {
  const placeholder = /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(option.flags)?.[1];
  const names = [option.short, option.long].filter((name) => name !== undefined);
  const isRepeatable = option.variadic || /repeated/.test(option.description);
  return {
    names,
    about: option.description,
    ...(placeholder === undefined
      ? {}
      : {
          value:
            rowsChosenBy(option) ??
            (option.argChoices === undefined ? stoodFor(placeholder) : { choices: option.argChoices }),
        }),
    ...(option.hidden ? { isHidden: true } : {}),
    ...(isRepeatable ? { isRepeatable } : {}),
  };
}

/** The columns by which rows are chosen. */
const ROWS = {
  users: USER_VIEW.columns.map(({ name }) => name),
  groups: GROUP_VIEW.columns.map(({ name }) => name),
};

/** An expression that chooses groups says so; every other is about people. */
function rowsChosenBy({ long, description }: Option): Completed | undefined {
  if (long !== '--where' && long !== '--groups-where') return undefined;
  return { rows: /\bgroups? that match/.test(description) ? 'groups' : 'users' };
}

function completedArgument(argument: Argument): Completed {
  const value =
    argument.argChoices === undefined ? stoodFor(argument.name()) : { choices: argument.argChoices };
  return argument.variadic ? { ...value, isVariadic: true } : value;
}

const ATTRIBUTES = Object.keys(USER_ATTRIBUTES);

/** What a placeholder stands for in every command: `<user>` is a user in every command. */
const PLACEHOLDERS: Readonly<Record<string, Completed>> = {
  file: { hasFiles: true },
  profile: { known: 'profile' },
  run: { known: 'run' },
  user: { known: 'user' },
  member: { known: 'user' },
  group: { known: 'group' },
  before: { hasFiles: true },
  after: { hasFiles: true },
  manifest: { hasFiles: true },
  code: { choices: [...new Set([...Object.keys(SCIM_ERROR_CODES), ...Object.keys(WEB_ERROR_CODES)])].sort() },
  'path-or-rule': { choices: [...fieldPaths(), ...RULE_IDS] },
  'id=level': { choices: RULE_IDS, endsWith: '=' },
  method: { choices: [...Object.keys(WEB_API_METHODS), ...SANDBOX_METHODS.map(({ method }) => method.name)] },
  attribute: { choices: ATTRIBUTES },
  'attribute=value': { choices: ATTRIBUTES, endsWith: '=' },
};

function stoodFor(placeholder: string): Completed {
  return PLACEHOLDERS[placeholder] ?? {};
}
