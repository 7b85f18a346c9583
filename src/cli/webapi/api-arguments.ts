import type { ListView } from '../../output/view.ts';
import { expectation } from '../../rules/check-arguments.ts';
import type { WebApiArgument, WebApiMethod } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';

export interface DescribedArgument {
  readonly name: string;
  readonly argument: WebApiArgument;
}

/** Returns the arguments of a method, one a row. */
export function describedArguments(method: WebApiMethod): readonly DescribedArgument[] {
  return Object.entries(method.arguments).map(([name, argument]) => ({ name, argument }));
}

/** What is known of an argument (WEB §4). */
export const ARGUMENT_VIEW: ListView<DescribedArgument> = {
  noun: ['argument', 'arguments'],
  json: ({ name, argument }) => ({
    name,
    type: argument.type,
    required: argument.required === true,
    expected: expectation(argument),
    purpose: argument.purpose,
    ...defined({ default: argument.fallback }),
  }),
  columns: [
    { name: 'name', heading: 'Argument', importance: 1, value: ({ name }) => name },
    {
      name: 'required',
      heading: 'Required',
      importance: 1,
      value: ({ argument }) => (argument.required === true ? 'yes' : ''),
    },
    { name: 'expected', heading: 'Takes', importance: 2, value: ({ argument }) => expectation(argument) },
    { name: 'default', heading: 'Default', importance: 3, value: ({ argument }) => argument.fallback },
    { name: 'purpose', heading: 'Purpose', importance: 2, value: ({ argument }) => argument.purpose },
  ],
};
