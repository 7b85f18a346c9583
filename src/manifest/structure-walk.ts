import type { ManifestField } from '../spec/manifest-field-types.ts';
import { MANIFEST } from '../spec/manifest-fields.ts';
import type { Json } from '../spec/protocol-types.ts';
import type { ManifestVersion } from './manifest-version.ts';
import type { Path } from './path.ts';
import type { ReportProblem } from './problem.ts';
import type { Repair } from './repairs.ts';

export interface CheckOptions {
  /** The word before `#/`, which is also the name of the hosted runtime. */
  readonly vendor: string;
  /** Whether placeholders are allowed. */
  readonly isTemplate: boolean;
}

/** Shared state of the checks of single fields. */
export interface StructureWalk {
  readonly options: CheckOptions;
  readonly root: Json;
  readonly version: ManifestVersion;
  readonly report: ReportProblem;
  /** Marks a value as invalid, so that dependent checks are skipped. */
  readonly markInvalid: (path: Path) => void;
  readonly repair: (repair: Repair) => void;
  readonly check: (field: ManifestField, value: Json, path: Path) => void;
}

/** Whether the parent object requires a value. */
export function isRequired(path: Path): boolean {
  const holder = fieldAt(MANIFEST, path.slice(0, -1));
  const key = path.at(-1);
  return typeof key !== 'string' || (holder?.kind === 'object' && holder.required?.includes(key) === true);
}

/** Returns the field in the table for a path. */
export function fieldAt(field: ManifestField, path: Path): ManifestField | undefined {
  let current: ManifestField | undefined = field;
  for (const step of path) {
    if (current === undefined) return undefined;
    if (current.kind === 'object')
      current = Object.hasOwn(current.fields, step) ? current.fields[step] : undefined;
    else if (current.kind === 'list') current = current.items;
    else if (current.kind === 'map' || current.kind === 'listOrMap') current = current.entries;
    else return undefined;
  }
  return current;
}
