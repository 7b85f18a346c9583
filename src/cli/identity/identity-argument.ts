import type { Argument, CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { nameOf } from '../command-chain.ts';
import type { Context } from '../context.ts';

/**
 * Lets the user at a terminal pick the user or group that the command line omits. The argument becomes
 * optional for the parser; if prompts are not possible, omitting it is still a usage error.
 */
export function offerIdentityPicker(command: CommandUnknownOpts, openContext: () => Promise<Context>): void {
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
        hint: `${mayBePiped(argument, context) ? `name ${name}s, or - to read a list on stdin: ` : ''}orgctl ${nameOf(command)} --help`,
      });
    }
    const { pickIdentity } = await import('./pick-identity.ts');
    const picked = await pickIdentity(context, name);
    processedArgs[0] = argument.variadic ? [picked] : picked;
  });
}

/** Whether the argument accepts a list on stdin and stdin is not a terminal. */
function mayBePiped({ description }: Argument, { host }: Context): boolean {
  return description.includes('- (stdin)') && host.streams.stdin.isTTY !== true;
}

/**
 * Returns the option whose expression replaces the argument. With a single group argument, `--where` selects
 * members instead, and `groupsWhere` selects groups.
 */
function expressionFor(command: CommandUnknownOpts, isOfMany: boolean): string {
  const hasOwn = command.options.some((option) => option.attributeName() === 'groupsWhere');
  return hasOwn || !isOfMany ? 'groupsWhere' : 'where';
}
