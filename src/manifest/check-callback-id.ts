import { MAX_CALLBACK_ID_LENGTH } from '../spec/manifest-function-fields.ts';
import type { Path } from './path.ts';
import type { StructureWalk } from './structure-walk.ts';

/** Checks the length and the spelling of the ID of a function or workflow. */
export function checkCallbackId(walk: StructureWalk, id: string, path: Path): void {
  const length = [...id].length;
  if (length > MAX_CALLBACK_ID_LENGTH) {
    walk.report({
      rule: 'callback-id-length',
      path,
      at: 'key',
      message: `the id is ${length} characters; the limit is ${MAX_CALLBACK_ID_LENGTH}`,
    });
  }
  if (/^[a-z0-9]+(?:_+[a-z0-9]+)*$/.test(id)) return;
  const better = snakeCase(id);
  walk.report({
    rule: 'callback-id-snake-case',
    path,
    at: 'key',
    message: `the id "${id}" is not in snake_case: a-z, 0-9 and _`,
    ...(better === '' ? {} : { hint: `for example ${better}; changing the id creates a new step` }),
  });
}

function snakeCase(id: string): string {
  return id
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
