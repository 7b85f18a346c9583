import { nearestKey } from './known-keys.ts';
import type { Path } from './path.ts';
import type { Problem } from './problem.ts';
import { didYouMean } from './suggestion.ts';
import type { Template } from './templates.ts';
import type { ManifestView } from './view.ts';

/** What a template in a step can refer to. */
export interface Flow {
  /** Inputs of the workflow; undefined if unknown. */
  readonly inputs: readonly string[] | undefined;
  /** IDs of all steps; undefined for a step without an ID. */
  readonly ids: readonly (string | undefined)[];
  /** Index of the step that contains the template. */
  readonly step: number;
  readonly outputsOf: (index: number) => readonly string[] | undefined;
}

/**
 * Checks that the value a template refers to exists when its step runs. Further names depend on the type of
 * the value and are not checked.
 */
export function checkTemplate(view: ManifestView, template: Template, flow: Flow, path: Path): void {
  const say = (problem: Pick<Problem, 'rule' | 'message' | 'hint' | 'fix'>): void =>
    view.report({ ...problem, path, at: 'value', part: [template.start, template.end] });
  const [root, first, second] = template.names ?? [];
  if (template.names === undefined) {
    say({
      rule: 'template-syntax',
      message: `${template.text} cannot be read`,
      hint: 'a template is {{inputs.NAME}} or {{steps.ID.OUTPUT}}',
    });
    return;
  }
  if (root !== 'inputs' && root !== 'steps') {
    const suggestion = nearestKey(root ?? '', ['inputs', 'steps']);
    say({
      rule: 'template-root',
      message: `a template starts with inputs or steps, not with "${root}"${didYouMean(suggestion)}`,
    });
    return;
  }
  if (first === undefined || (root === 'steps' && second === undefined)) {
    say({
      rule: 'template-syntax',
      message: `${template.text} is not complete`,
      hint: root === 'steps' ? 'write {{steps.ID.OUTPUT}}' : 'write {{inputs.NAME}}',
    });
    return;
  }
  if (root === 'inputs') checkInput(flow, first, say);
  else checkStep(flow, first, second ?? '', say);
}

type Say = (problem: Pick<Problem, 'rule' | 'message' | 'hint'>) => void;

function checkInput({ inputs }: Flow, name: string, say: Say): void {
  if (inputs === undefined || inputs.includes(name)) return;
  say({
    rule: 'template-input',
    message: `the workflow has no input "${name}"${didYouMean(nearestKey(name, inputs))}`,
    hint: inputs.length === 0 ? 'it has no input_parameters' : `its inputs are ${inputs.join(', ')}`,
  });
}

function checkStep(flow: Flow, id: string, output: string, say: Say): void {
  const index = flow.ids.indexOf(id);
  if (index < 0) {
    const ids = flow.ids.slice(0, flow.step).filter((known) => known !== undefined);
    // A step with an unreadable ID may be the intended one.
    if (flow.ids.includes(undefined)) return;
    say({
      rule: 'template-step-unknown',
      message: `there is no step "${id}"${didYouMean(nearestKey(id, ids))}`,
      hint: ids.length === 0 ? 'no step comes before this one' : `steps before this one: ${ids.join(', ')}`,
    });
    return;
  }
  if (index >= flow.step) {
    say({
      rule: 'template-step-order',
      message:
        index === flow.step
          ? `step "${id}" refers to its own outputs`
          : `step "${id}" runs later than this one`,
      hint: 'a step can use the outputs of the steps before it',
    });
    return;
  }
  const outputs = flow.outputsOf(index);
  if (outputs === undefined || outputs.includes(output)) return;
  say({
    rule: 'template-output-unknown',
    message: `step "${id}" has no output "${output}"${didYouMean(nearestKey(output, outputs))}`,
    hint: outputs.length === 0 ? 'the function returns nothing' : `its outputs are ${outputs.join(', ')}`,
  });
}
