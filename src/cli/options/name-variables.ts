import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { defined } from '../../values/defined.ts';
import { chainOf } from '../command-chain.ts';
import { variableOf } from './common-options.ts';

/**
 * Returns a failure about the command line with the variable in place of each flag that nobody typed, such as
 * ORGCTL_OUT for --out. Returns any other failure unchanged.
 * @param command the command that failed
 */
export function withVariablesNamed(failure: Failure, command: CommandUnknownOpts): Failure {
  if (failure.kind !== 'usage') return failure;
  const set = chainOf(command).flatMap((one) => one.options.filter((option) => isSet(option, one)));
  const message = named(failure.message, set);
  if (message === failure.message) return failure;
  const { kind, hint, code, status, issues, excerpt, cause } = failure;
  return new Failure(kind, message, {
    ...defined({ code, status, excerpt }),
    issues,
    cause,
    hint: adapted(hint, set) ?? `unset ${variablesIn(message, set)}`,
  });
}

/** Whether a variable sets the flag; one that says no, such as ORGCTL_YES=0, sets nothing. */
function isSet(option: Option, command: CommandUnknownOpts): boolean {
  const name = option.attributeName();
  const value: unknown = command.getOptionValue(name);
  const isOn = option.negate ? value === false : value !== false && value !== undefined;
  return isOn && command.getOptionValueSource(name) === 'env';
}

/** A hint may suggest a command with the flag: only what it says to omit is what was given. */
function adapted(hint: string | undefined, set: readonly Option[]): string | undefined {
  return hint?.startsWith('omit ') === true ? named(hint, set) : hint;
}

function named(text: string, set: readonly Option[]): string {
  return set.reduce(
    (said, option) =>
      said.replaceAll(new RegExp(`(?<![\\w-])${option.long}(?![\\w-])`, 'g'), variableOf(option) ?? '$&'),
    text,
  );
}

function variablesIn(text: string, set: readonly Option[]): string {
  const variables = set.flatMap((option) => variableOf(option) ?? []);
  return variables.filter((variable) => text.includes(variable)).join(' or ');
}
