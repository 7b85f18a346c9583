import type { ListView } from '../../output/view.ts';
import { expectation } from '../../rules/check-arguments.ts';
import { WEB_API_METHODS, type WebApiArgument, type WebApiMethod } from '../../spec/webapi-methods.ts';
import { defined } from '../../values/defined.ts';
import { keysOf } from '../../values/keys-of.ts';

export interface DescribedArgument {
  readonly name: string;
  readonly argument: WebApiArgument;
}

/** Returns the arguments of a method as rows. */
export function describedArguments(method: WebApiMethod): readonly DescribedArgument[] {
  return Object.entries(method.arguments).map(([name, argument]) => ({ name, argument }));
}

/** Prints the arguments of a method (WEB §4). */
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

export interface DescribedMethod extends WebApiMethod {
  readonly name: string;
}

/** Returns the documented methods as rows, followed by methods that only the sandbox has. */
export async function describedMethods(): Promise<readonly DescribedMethod[]> {
  const known = keysOf(WEB_API_METHODS).map((name) => ({ ...WEB_API_METHODS[name], name }));
  return [...known, ...(await sandboxMethods())];
}

/** Returns the sandbox method with this name. */
export async function sandboxMethod(name: string): Promise<DescribedMethod | undefined> {
  return (await sandboxMethods()).find((method) => method.name === name);
}

/** Loads the sandbox only when its methods are needed. */
async function sandboxMethods(): Promise<readonly DescribedMethod[]> {
  const { SANDBOX_METHODS } = await import('../../sandbox/sandbox-methods.ts');
  return SANDBOX_METHODS.map(({ method }) => ({ ...method, purpose: `${method.purpose} (sandbox only)` }));
}

/** Prints methods (WEB §4, §5). */
export const METHOD_VIEW: ListView<DescribedMethod> = {
  noun: ['method', 'methods'],
  json: ({ name, section, effect, purpose, tokens, scopes }) => ({
    name,
    section,
    effect,
    purpose,
    tokens,
    scopes,
  }),
  columns: [
    { name: 'name', heading: 'Method', importance: 1, isWhole: true, value: ({ name }) => name },
    { name: 'purpose', heading: 'Purpose', importance: 2, wraps: true, value: ({ purpose }) => purpose },
    { name: 'section', heading: 'Section', importance: 3, value: ({ section }) => section },
    { name: 'effect', heading: 'Effect', importance: 3, value: ({ effect }) => effect },
    { name: 'tokens', heading: 'Tokens', importance: 4, value: ({ tokens }) => tokens.join(' ') },
    { name: 'scopes', heading: 'Scopes', importance: 5, value: ({ scopes }) => scopes.join(' ') },
  ],
};
