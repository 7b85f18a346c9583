import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { listed } from '../../values/listed.ts';

/**
 * Refuses typed flags that control planning if the input is already a plan: they would have no effect. Flags
 * set by variables are accepted: a variable applies to many commands.
 * @param names the flags by attribute name
 * @param maker the command that makes such plans
 * @throws Failure `usage`
 */
export function refusePlanningFlags(
  command: CommandUnknownOpts,
  file: string,
  names: readonly string[],
  maker: string,
): void {
  const typed = command.options.flatMap((option) => {
    const name = option.attributeName();
    const isTyped = names.includes(name) && command.getOptionValueSource(name) === 'cli';
    return isTyped && option.long !== undefined && option.long !== null ? [option.long] : [];
  });
  if (typed.length === 0) return;
  const [belong, them] = typed.length === 1 ? ['belongs', 'it'] : ['belong', 'them'];
  throw new Failure(
    'usage',
    `${listed(typed, 'and')} ${belong} to "${maker}", and ${file} is already a plan`,
    {
      hint: `make the plan with ${them}: orgctl ${maker} --help`,
    },
  );
}
