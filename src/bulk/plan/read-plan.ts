import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { describeMisfit } from '../../json/shapes.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { shellWord } from '../../values/shell-word.ts';
import { planCommandOf, sameFlagsReminder } from './plan-command.ts';
import { type Plan, planDigest } from './plan-file.ts';
import { planFrom } from './plan-shapes.ts';

/** A plan of another format version: undamaged, and readable by the orgctl that wrote it. */
export class UnsupportedPlanVersion extends Failure {
  constructor(file: string, version: unknown) {
    super('invalidInput', `${file} has plan version ${String(version)}; this orgctl supports version 1`);
  }
}

/**
 * Reads a saved plan.
 * @throws Failure `invalidInput` if it is damaged, was edited, or has another format version
 */
export function readPlan(text: string, file: string): Plan {
  const { digest, ...plan } = parse(text, file);
  if (plan['format'] !== 'orgctl-plan')
    throw new Failure('invalidInput', `${file} is not an orgctl plan`, { hint: 'create a new plan' });
  if (plan['version'] !== 1) throw new UnsupportedPlanVersion(file, plan['version']);
  const read = planFrom(plan);
  if ('misfit' in read) {
    throw new Failure('invalidInput', `${file} is not a complete plan: ${describeMisfit(read.misfit)}`, {
      hint: 'create a new plan',
    });
  }
  if (digest !== planDigest(read.value)) {
    throw new Failure('invalidInput', `${file} does not match its digest; it was edited or is damaged`, {
      hint: `create it again: orgctl ${planCommandOf(read.value)} --out ${shellWord(file)} --force${sameFlagsReminder(read.value)}`,
    });
  }
  return read.value;
}

function parse(text: string, file: string): Record<string, unknown> {
  const read = readBoundedJson(text);
  // The message of the parser would quote the file.
  if ('fault' in read) {
    const fault = read.fault === 'not JSON' ? 'cut off or is not JSON' : read.fault;
    throw new Failure('invalidInput', `${file} is ${fault}`, { hint: 'create a new plan' });
  }
  if (isJsonObject(read.value)) return { ...read.value };
  throw new Failure('invalidInput', `${file} is not a plan`, { hint: 'create a new plan' });
}
