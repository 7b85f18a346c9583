import type { Json } from '../spec/protocol-types.ts';
import { checkFunctions } from './check-functions.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkStructure } from './check-structure.ts';
import { checkTransports } from './check-transports.ts';
import { checkTypes } from './check-types.ts';
import { checkWorkflows } from './check-workflows.ts';
import type { Problem } from './problem.ts';
import { repaired } from './repairs.ts';
import type { CheckOptions } from './structure-walk.ts';
import { otherVendorWord } from './vendor-word.ts';
import { createView, type ManifestView } from './view.ts';

/** Applies every rule to the data of a manifest. @returns problems in no order, without text positions */
export function checkManifest(root: Json, given: CheckOptions): readonly Problem[] {
  const other = otherVendorWord(root, given.vendor);
  const options = other === undefined ? given : { ...given, vendor: other.word };
  const { problems, repairs, unclear, version } = checkStructure(root, options);
  const found = [...problems];
  if (other !== undefined) {
    found.push({
      rule: 'vendor-word',
      path: other.path,
      at: 'value',
      part: other.part,
      message: `this manifest uses "${other.word}"; the vendor name of the profile is "${given.vendor}"; it was checked with "${other.word}"`,
      hint: `--vendor ${other.word}`,
    });
  }
  const view = createView({
    root: repairs.length === 0 ? root : repaired(root, repairs),
    version,
    repairs,
    unclear,
    options,
    onProblem: (problem) => void found.push(problem),
  });
  checkFunctions(view);
  checkWorkflows(view);
  checkTypes(view);
  checkPermissions(view);
  checkTransports(view);
  return found;
}

/** Returns the view of a manifest for rules that compare several places, without reporting anything. */
export function viewOf(root: Json, given: CheckOptions): ManifestView {
  const other = otherVendorWord(root, given.vendor);
  const options = other === undefined ? given : { ...given, vendor: other.word };
  const { repairs, unclear, version } = checkStructure(root, options);
  return createView({
    root: repairs.length === 0 ? root : repaired(root, repairs),
    version,
    repairs,
    unclear,
    options,
    onProblem: () => {},
  });
}
