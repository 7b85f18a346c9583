import { isJsonObject } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/protocol-types.ts';
import type { ManifestVersion } from './manifest-version.ts';
import { type Path, pointerOf } from './path.ts';
import type { Problem, ReportProblem } from './problem.ts';
import { originalPath, type Repair, valueAt } from './repairs.ts';
import type { CheckOptions } from './structure-walk.ts';

/**
 * The manifest for rules that compare several places: misspelled keys are corrected, and unclear values count
 * neither as present nor as absent.
 */
export interface ManifestView {
  readonly root: Json;
  readonly version: ManifestVersion;
  readonly options: CheckOptions;
  readonly report: ReportProblem;
  object(path: Path): JsonObject | undefined;
  list(path: Path): readonly Json[] | undefined;
  /** The strings of a list; none if there is no list. */
  texts(path: Path): readonly string[];
  text(path: Path): string | undefined;
  flag(path: Path): boolean | undefined;
  /** Whether a value is certainly missing. */
  isAbsent(path: Path): boolean;
  /** Whether the value, a parent of it, or a part of it is invalid. */
  isUnclear(path: Path): boolean;
  /** The nearest existing parent of a missing value. */
  holder(path: Path): Path;
}

export interface ViewOptions {
  readonly root: Json;
  readonly version: ManifestVersion;
  readonly repairs: readonly Repair[];
  readonly unclear: ReadonlySet<string>;
  readonly options: CheckOptions;
  readonly onProblem: (problem: Problem) => void;
}

/** @param options its `root` is the data returned by `repaired` */
export function createView({
  root,
  version,
  repairs,
  unclear,
  options,
  onProblem,
}: ViewOptions): ManifestView {
  const original = (path: Path) => (repairs.length === 0 ? path : originalPath(path, repairs));
  const isUnclear = (path: Path) => {
    if (unclear.size === 0) return false;
    const pointer = pointerOf(original(path));
    for (const bad of unclear) {
      if (bad === pointer || pointer.startsWith(`${bad}/`) || bad.startsWith(`${pointer}/`)) return true;
    }
    return false;
  };
  const isBad = (path: Path) => {
    if (unclear.size === 0) return false;
    return (
      path.some((_, index) => unclear.has(pointerOf(original(path.slice(0, index + 1))))) || unclear.has('')
    );
  };
  const at = (path: Path) => (isBad(path) ? undefined : valueAt(root, path));
  const list = (path: Path) => {
    const value = at(path);
    return Array.isArray(value) ? value : undefined;
  };
  return {
    root,
    version,
    options,
    report: (problem) => onProblem({ ...problem, path: original(problem.path) }),
    object: (path) => {
      const value = at(path);
      return isJsonObject(value) ? value : undefined;
    },
    list,
    texts: (path) => (list(path) ?? []).filter((item) => typeof item === 'string'),
    text: (path) => {
      const value = at(path);
      return typeof value === 'string' ? value : undefined;
    },
    flag: (path) => {
      const value = at(path);
      return typeof value === 'boolean' ? value : undefined;
    },
    isAbsent: (path) => valueAt(root, path) === undefined && !isUnclear(path),
    isUnclear,
    holder: (path) => {
      let holder = path.slice(0, -1);
      while (holder.length > 0 && valueAt(root, holder) === undefined) holder = holder.slice(0, -1);
      return holder;
    },
  };
}
