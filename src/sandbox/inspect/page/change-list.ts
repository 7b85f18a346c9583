import type { SeenChange, SeenField } from '../seen-change.ts';
import { build } from './build-element.ts';
import { timeOfDayText } from './request-list.ts';

const ACTIONS = { created: 'created', changed: 'changed', deleted: 'deleted', same: 'unchanged' } as const;
/** Maximum number of fields shown for a created resource. */
const MAX_SHOWN_OF_NEW = 8;

/** Returns a list of changes, each field with its values before and after. */
export function changeList(changes: readonly SeenChange[]): HTMLElement {
  return build('ul', { class: 'changes' }, ...changes.map(changeItem));
}

function changeItem({ kind, id, name, action, fields, time }: SeenChange): HTMLElement {
  const shown = action === 'created' ? fields.slice(0, MAX_SHOWN_OF_NEW) : fields;
  return build(
    'li',
    {},
    build(
      'p',
      { class: 'what' },
      build('span', { class: `chip ${action}`, text: ACTIONS[action] }),
      build('strong', { text: name ?? id }),
      build('span', { class: 'soft', text: kind }),
      build('span', { class: 'time', text: timeOfDayText(time) }),
    ),
    ...shown.map((field) => fieldLine(field, action === 'created')),
  );
}

/** Returns one field; a created resource has no values before. */
function fieldLine({ name, before, after }: SeenField, isNew: boolean): HTMLElement {
  const value = (text: string | undefined, of: string) =>
    build('span', { class: text === undefined ? 'blank' : of, text: text ?? 'empty' });
  return build(
    'p',
    { class: 'field' },
    build('span', { class: 'soft', text: name }),
    ...(isNew ? [] : [value(before, 'before'), build('span', { class: 'soft', text: '→' })]),
    value(after, 'after'),
  );
}
