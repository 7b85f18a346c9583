import { defined } from '../values/defined.ts';
import type { Path } from './path.ts';
import type { StructureWalk } from './structure-walk.ts';

/** A key that resembles a known key of its object. */
interface MisspelledKey {
  readonly key: string;
  readonly known: string;
  /** The object, in the message. */
  readonly holder: string;
  readonly hint?: string;
}

/**
 * Reports a misspelled key with a fix that renames it.
 * @param path path of the object
 */
export function reportMisspelledKey(
  walk: StructureWalk,
  path: Path,
  { key, known, holder, hint }: MisspelledKey,
): void {
  const here = [...path, key];
  walk.report({
    rule: 'unknown-key',
    path: here,
    at: 'key',
    message: `unknown key "${key}" in ${holder}; did you mean "${known}"?`,
    ...defined({ hint }),
    fix: { kind: 'safe', title: `rename it to ${known}`, change: { do: 'rename', path: here, key: known } },
  });
  walk.repair({ from: here, to: [...path, known] });
}
