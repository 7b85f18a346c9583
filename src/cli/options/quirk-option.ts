import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  isQuirkName,
  isQuirkValue,
  QUIRK_NAMES,
  type Quirks,
  quirkValues,
} from '../../sandbox/quirks/quirk-table.ts';
import { suggest } from '../../values/suggest.ts';

/** Collects quirks of the sandbox, each given as name=word. */
export function collectQuirk(text: string, before: Quirks = {}): Quirks {
  const [, name = '', word = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  if (!isQuirkName(name))
    throw new InvalidArgumentError(
      `It must be name=word, with one of ${suggest(name, QUIRK_NAMES) ?? QUIRK_NAMES.join(', ')}.`,
    );
  if (!isQuirkValue(name, word)) throw new InvalidArgumentError(`${name} takes ${quirkValues(name)}.`);
  return { ...before, [name]: word };
}
