import { streamResources } from '../../scim/stream-resources.ts';
import type { JsonObject } from '../../spec/protocol-types.ts';
import type { Choice } from '../../terminal/prompts.ts';
import type { Context } from '../context.ts';

/** The resources to pick from, by name of the argument. */
const PICKABLE = {
  user: { path: '/Users', nameOf: (user: JsonObject) => [user['userName'], user['displayName']] },
  group: { path: '/Groups', nameOf: (group: JsonObject) => [group['displayName']] },
} as const;
export type Pickable = keyof typeof PICKABLE;

/** Maximum number of users or groups read for the list; others can be named on the command line. */
const AT_MOST = 2000;
const SHOWN_AT_ONCE = 50;

/**
 * Asks for a user or group from a list that is filtered while the user types.
 * @returns the ID
 */
export async function pickIdentity(context: Context, what: Pickable): Promise<string> {
  return choose(context, `Which ${what}?`, await readChoices(context, what));
}

/**
 * Asks for users one after the other until "nobody else" is chosen.
 * @returns the IDs, each once
 */
export async function pickUsers(context: Context, question: string): Promise<readonly string[]> {
  const choices = await readChoices(context, 'user');
  const picked: string[] = [];
  for (;;) {
    const left = choices.filter(({ value }) => !picked.includes(value));
    const id = await choose(context, question, [{ value: '', name: 'no more users' }, ...left]);
    if (id === '') return picked;
    picked.push(id);
  }
}

async function readChoices(context: Context, what: Pickable): Promise<readonly Choice<string>[]> {
  const { path, nameOf } = PICKABLE[what];
  const { scim } = await context.connection();
  const choices: Choice<string>[] = [];
  const list = streamResources(scim, { path, limit: AT_MOST });
  for await (const page of list) {
    for (const item of page.parse()) {
      const names = nameOf(item).filter((name) => typeof name === 'string' && name !== '');
      if (typeof item['id'] === 'string') choices.push({ value: item['id'], name: names.join('  ') });
    }
  }
  const total = list.total();
  if (total !== undefined && total > choices.length)
    await context.messages.note(
      `showing the first ${choices.length} of ${total}; name others on the command line`,
    );
  return choices;
}

function choose(context: Context, question: string, choices: readonly Choice<string>[]): Promise<string> {
  return context.prompts.search(question, (term) => {
    const wanted = term.toLowerCase();
    return choices.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, SHOWN_AT_ONCE);
  });
}
