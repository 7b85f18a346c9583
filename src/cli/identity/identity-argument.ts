import type { Argument, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import type { Context } from '../context.ts';

/**
 * Lets the person at a terminal pick the user or group that a command line leaves out. The argument becomes
 * optional for the parser; where nobody can be asked, leaving it out is the mistake that it was.
 */
export function letIdentityBePicked(command: CommandUnknownOpts, openContext: () => Promise<Context>): void {
  const [argument] = command.registeredArguments;
  if (argument === undefined || !argument.required) return;
  const name = argument.name();
  if (name !== 'user' && name !== 'group') return;
  argument.required = false;
  argument.description += '; if omitted on a terminal, picked from a list';
  command.hook('preAction', async (_, { processedArgs }) => {
    const [given] = processedArgs;
    if (given !== undefined && !(Array.isArray(given) && given.length === 0)) return;
    if (command.getOptionValue(expressionFor(command, argument.variadic)) !== undefined) return;
    const context = await openContext();
    if (!context.prompts.mayAsk) {
      throw new Failure('usage', `missing required argument '${name}'`, {
        hint: `${mayBePiped(argument, context) ? `name ${name}s, or - to read a list on stdin: ` : ''}orgctl ${pathOf(command)} --help`,
      });
    }
    const { pickIdentity } = await import('./pick-identity.ts');
    const picked = await pickIdentity(context, name);
    processedArgs[0] = argument.variadic ? [picked] : picked;
  });
}

/** Whether a list may stand on stdin, which is read where a command line says so. */
function mayBePiped({ description }: Argument, { host }: Context): boolean {
  return description.includes('- (stdin)') && host.streams.stdin.isTTY !== true;
}

/** The option whose expression names what the argument names; beside one group it names members. */
function expressionFor(command: CommandUnknownOpts, isOfMany: boolean): string {
  const hasOwn = command.options.some((option) => option.attributeName() === 'groupsWhere');
  return hasOwn || !isOfMany ? 'groupsWhere' : 'where';
}

/** The words that lead to a command. */
function pathOf(command: CommandUnknownOpts): string {
  const { parent } = command;
  if (parent === null || parent.parent === null) return command.name();
  return `${pathOf(parent)} ${command.name()}`;
}
