import { isJsonObject } from '../rules/json-value.ts';
import { BUILTIN_FUNCTIONS } from '../spec/manifest-builtins.ts';
import { readParameters } from './read-parameters.ts';
import type { ManifestView } from './view.ts';

/** The target of a reference to a function. */
export type FunctionTarget =
  | {
      readonly kind: 'local' | 'builtin';
      readonly required: readonly string[];
      /** Names of all inputs; undefined if unknown. */
      readonly inputs: readonly string[] | undefined;
      readonly outputs: readonly string[] | undefined;
    }
  | { readonly kind: 'external' }
  | { readonly kind: 'missing'; readonly name: string }
  | { readonly kind: 'unknownBuiltin'; readonly name: string }
  | { readonly kind: 'malformed' };

/** Resolves `#/functions/x`, `service#/functions/x` or `A…#/functions/x` (WEB §2.6). */
export function followFunction(view: ManifestView, reference: string): FunctionTarget {
  const match = /^([^#\s]*)#\/functions\/([^\s#/]+)$/.exec(reference);
  if (match === null) return { kind: 'malformed' };
  const [, owner = '', name = ''] = match;
  if (owner === '') return localFunction(view, name);
  if (owner === view.options.vendor) {
    const builtin = Object.hasOwn(BUILTIN_FUNCTIONS, name) ? BUILTIN_FUNCTIONS[name] : undefined;
    if (builtin === undefined) return { kind: 'unknownBuiltin', name };
    return { kind: 'builtin', required: builtin.required, inputs: undefined, outputs: builtin.outputs };
  }
  return /^A[A-Z0-9]{2,}$/.test(owner) ? { kind: 'external' } : { kind: 'malformed' };
}

function localFunction(view: ManifestView, name: string): FunctionTarget {
  const path = ['functions', name];
  const definition = view.object(path);
  if (definition === undefined) {
    return view.isUnclear(path) ? { kind: 'external' } : { kind: 'missing', name };
  }
  const inputsPath = [...path, 'input_parameters'];
  const outputsPath = [...path, 'output_parameters'];
  const inputs = readParameters(definition['input_parameters'], inputsPath);
  const outputs = readParameters(definition['output_parameters'], outputsPath);
  const knowsInputs = isJsonObject(definition['input_parameters']) && !view.isUnclear(inputsPath);
  const knowsOutputs = isJsonObject(definition['output_parameters']) && !view.isUnclear(outputsPath);
  return {
    kind: 'local',
    required: knowsInputs ? [...inputs].filter(([, { isRequired }]) => isRequired).map(([name]) => name) : [],
    inputs: knowsInputs ? [...inputs.keys()] : undefined,
    outputs: knowsOutputs ? [...outputs.keys()] : undefined,
  };
}

/** Returns the names of the functions declared by the manifest. */
export function localFunctions(view: ManifestView): readonly string[] {
  return Object.keys(view.object(['functions']) ?? {});
}
