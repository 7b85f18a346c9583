import { isJsonObject } from '../rules/json-value.ts';
import { BUILTIN_FUNCTIONS } from '../spec/manifest-builtins.ts';
import type { Json } from '../spec/protocol-types.ts';
import { checkTemplate, type Flow } from './check-template.ts';
import { nearestKey } from './known-keys.ts';
import type { Path } from './path.ts';
import type { Fix } from './problem.ts';
import { readParameters } from './read-parameters.ts';
import { type FunctionTarget, followFunction, localFunctions } from './references.ts';
import { didYouMean, replaceFix } from './suggestion.ts';
import { templatesIn } from './templates.ts';
import type { ManifestView } from './view.ts';

/**
 * Checks the steps of workflows: the function they call, its inputs, and the sources of these (WEB §2.6
 * workflows, §9).
 */
export function checkWorkflows(view: ManifestView): void {
  for (const name of Object.keys(view.object(['workflows']) ?? {})) checkWorkflow(view, ['workflows', name]);
}

function checkWorkflow(view: ManifestView, path: Path): void {
  const workflow = view.object(path);
  const steps = view.list([...path, 'steps']);
  if (workflow === undefined || steps === undefined) return;
  const inputsPath = [...path, 'input_parameters'];
  const ids = steps.map((step) => (isJsonObject(step) ? nonEmptyText(step['id']) : undefined));
  const targets: (FunctionTarget | undefined)[] = [];
  steps.forEach((step, index) => {
    const stepPath = [...path, 'steps', index];
    if (!isJsonObject(step)) return;
    checkStepId(view, ids, index, [...stepPath, 'id']);
    const target = checkReference(view, step['function_id'], [...stepPath, 'function_id'], step['type']);
    targets[index] = target;
    const flow: Flow = {
      inputs: view.isUnclear(inputsPath)
        ? undefined
        : [...readParameters(workflow['input_parameters'], inputsPath).keys()],
      ids,
      step: index,
      outputsOf: (at) => {
        const before = targets[at];
        return before?.kind === 'local' || before?.kind === 'builtin' ? before.outputs : undefined;
      },
    };
    const inputs = [...stepPath, 'inputs'];
    checkInputs(view, target, inputs);
    eachText(step['inputs'] ?? null, inputs, (text, at) => {
      for (const template of templatesIn(text)) checkTemplate(view, template, flow, at);
    });
  });
}

function nonEmptyText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function checkStepId(
  view: ManifestView,
  ids: readonly (string | undefined)[],
  index: number,
  path: Path,
): void {
  const id = ids[index];
  if (id === undefined) return;
  const first = ids.indexOf(id);
  if (first === index) return;
  view.report({
    rule: 'duplicate-step-id',
    path,
    at: 'value',
    message: `a step with the id "${id}" already exists: step ${first + 1}`,
    hint: 'every step of a workflow needs a unique id',
  });
}

/** Reports a broken reference. @returns its target, if it is a reference to a function */
function checkReference(
  view: ManifestView,
  reference: Json | undefined,
  path: Path,
  type: Json | undefined,
): FunctionTarget | undefined {
  if (typeof reference !== 'string' || reference === '') return undefined;
  const isFunction = type === undefined || type === 'function';
  const target = followFunction(view, reference);
  const { vendor } = view.options;
  const at = { path, at: 'value' } as const;
  if (target.kind === 'malformed' && isFunction) reportMalformed(view, reference, path);
  if (target.kind === 'missing') {
    const suggestion = nearestKey(target.name, localFunctions(view));
    view.report({
      rule: 'unresolved-function',
      ...at,
      message: `there is no function "${target.name}" in this manifest${didYouMean(suggestion)}`,
      ...(suggestion === undefined ? knownFunctions(view) : replaceFix(`#/functions/${suggestion}`, path)),
    });
  }
  if (target.kind === 'unknownBuiltin') {
    const suggestion = nearestKey(target.name, Object.keys(BUILTIN_FUNCTIONS));
    view.report({
      rule: 'unknown-builtin',
      ...at,
      message: `"${target.name}" is not a known function of the service${didYouMean(suggestion)}`,
      ...replaceFix(suggestion && `${vendor}#/functions/${suggestion}`, path),
    });
  }
  return isFunction ? target : undefined;
}

function reportMalformed(view: ManifestView, reference: string, path: Path): void {
  const { vendor } = view.options;
  const name = /[^/#]*$/.exec(reference)?.[0] ?? '';
  const known = localFunctions(view).includes(name)
    ? `#/functions/${name}`
    : Object.hasOwn(BUILTIN_FUNCTIONS, name)
      ? `${vendor}#/functions/${name}`
      : undefined;
  view.report({
    rule: 'function-ref-shape',
    path,
    at: 'value',
    message: `"${reference}" is not a reference to a function${didYouMean(known)}`,
    hint: `#/functions/NAME (of this manifest), ${vendor}#/functions/NAME (built in) or A012345#/functions/NAME (another app)`,
    ...replaceFix(known, path),
  });
}

function knownFunctions(view: ManifestView): { hint: string } {
  const names = localFunctions(view);
  return {
    hint:
      names.length === 0
        ? 'the manifest declares no functions'
        : `declared functions: ${names.slice(0, 8).join(', ')}`,
  };
}

function checkInputs(view: ManifestView, target: FunctionTarget | undefined, path: Path): void {
  const inputs = view.object(path);
  if (inputs === undefined || (target?.kind !== 'local' && target?.kind !== 'builtin')) return;
  const given = Object.keys(inputs);
  const { inputs: known } = target;
  const missing = new Set(target.required.filter((name) => !given.includes(name)));
  for (const name of given) {
    if (known === undefined || known.includes(name)) continue;
    const suggestion = nearestKey(
      name,
      known.filter((other) => !given.includes(other)),
    );
    const fix: Fix | undefined =
      suggestion === undefined
        ? undefined
        : {
            kind: 'suggest',
            title: `rename it to ${suggestion}`,
            change: { do: 'rename', path: [...path, name], key: suggestion },
          };
    const better = fix === undefined ? {} : { fix };
    if (suggestion !== undefined && missing.delete(suggestion)) {
      // The name is misspelled and the input therefore missing: report only the more severe finding.
      view.report({
        rule: 'missing-step-input',
        path,
        at: 'key',
        message: `the function requires "${suggestion}" and has no input "${name}"; did you mean "${suggestion}"?`,
        ...better,
      });
      continue;
    }
    view.report({
      rule: 'unknown-step-input',
      path: [...path, name],
      at: 'key',
      message: `the function has no input "${name}"${didYouMean(suggestion)}`,
      hint: known.length === 0 ? 'it has no inputs' : `its inputs are ${known.join(', ')}`,
      ...better,
    });
  }
  if (missing.size === 0) return;
  view.report({
    rule: 'missing-step-input',
    path,
    at: 'key',
    message: `the function requires ${[...missing].map((name) => `"${name}"`).join(' and ')}, which the step does not set`,
  });
}

function eachText(value: Json, path: Path, visit: (text: string, path: Path) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value))
    value.forEach((item: Json, index) => void eachText(item, [...path, index], visit));
  else if (isJsonObject(value))
    for (const [key, child] of Object.entries(value)) eachText(child, [...path, key], visit);
}
