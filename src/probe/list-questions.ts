import { isSuccess, listIn, refusalIn } from './answers.ts';
import type { Asker, ScimQuestion } from './asker.ts';
import { askUsers, firstPage, NO_USERS, wholePage } from './known-users.ts';
import type { Question, QuestionResult } from './question.ts';

async function listOrder(asker: Asker): Promise<QuestionResult> {
  const whole = await wholePage(asker);
  const first = await firstPage(asker);
  if (whole === undefined || first === undefined || first.ids.length < 2) return NO_USERS;
  const isSame = first.ids.every((id, index) => id === whole.list.ids[index]);
  return { value: isSame ? 'stable' : 'changes' };
}

async function sortOrder(asker: Asker): Promise<QuestionResult> {
  const first = await firstPage(asker);
  const asked = await askUsers(asker, { sortOrder: 'descending' });
  const list = listIn(asked);
  if (list === undefined) return { value: refusalIn(asked) };
  if (first === undefined || list.ids.length < 2) return { why: 'at least two users are needed' };
  if (list.ids.every((id, index) => id === first.ids[index])) return { value: 'ignored' };
  const sorted = [...list.ids].sort().reverse();
  const isById = asker.judge('sort-order', () => list.ids.every((id, index) => id === sorted[index]));
  return { value: isById ? 'by ID' : 'by something else' };
}

async function shownAttributes(
  asker: Asker,
  name: 'attributes' | 'excludedAttributes',
): Promise<QuestionResult> {
  const asked = await askUsers(asker, { count: '1', [name]: 'userName' });
  const [user] = listIn(asked)?.resources ?? [];
  if (user === undefined) return isSuccess(asked) ? NO_USERS : { value: false };
  const hasName = user['userName'] !== undefined;
  const hasOthers =
    user['meta'] !== undefined || user['emails'] !== undefined || user['active'] !== undefined;
  return { value: name === 'attributes' ? hasName && !hasOthers : !hasName && hasOthers };
}

function isOfAll({ query = {} }: ScimQuestion): boolean {
  return query['filter'] === undefined;
}

/** Questions about the order of lists and the attributes of their entries (SCIM §4.1). */
export const LIST_QUESTIONS: readonly Question[] = [
  {
    id: 'list-order',
    question: 'Is the order of a list stable?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'stable',
    assumptions: ['list-order'],
    ask: listOrder,
  },
  {
    id: 'sort-order',
    question: 'What does sortOrder sort by?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: 'by ID',
    assumptions: ['list-order'],
    ask: sortOrder,
  },
  {
    id: 'list-drift',
    question: 'Does the list stay as it is between two reads?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: true,
    assumptions: ['list-order'],
    // Sends no request: the totals of the pages read so far are enough.
    ask: async (asker) => {
      if (asker.known.get('totals') !== 'all matches') return { why: 'totals do not count all matches' };
      const totals = asker
        .all()
        .filter(({ question }) => 'path' in question && question.path === '/Users' && isOfAll(question))
        .flatMap(({ asked }) => listIn(asked)?.total ?? []);
      return totals.length < 2 ? { why: 'one page was read' } : { value: new Set(totals).size === 1 };
    },
  },
  {
    id: 'attributes',
    question: 'Is "attributes" honored?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: true,
    assumptions: ['shown-attributes'],
    ask: (asker) => shownAttributes(asker, 'attributes'),
  },
  {
    id: 'excluded-attributes',
    question: 'Is "excludedAttributes" honored?',
    api: 'scim',
    section: 'SCIM §4.1',
    basis: 'assumed',
    expected: true,
    assumptions: ['shown-attributes'],
    ask: (asker) => shownAttributes(asker, 'excludedAttributes'),
  },
  {
    id: 'media-type',
    question: 'What is the media type of a response when Accept asks for that of SCIM 2.0?',
    api: 'scim',
    section: 'SCIM §1',
    basis: 'assumed',
    expected: 'application/scim+json',
    assumptions: ['media-type'],
    version: '2.0',
    ask: async (asker) => {
      const accept = 'application/scim+json';
      const { headers } = await asker.scim({ path: '/Users', query: { count: '1' }, accept });
      return { value: headers['content-type']?.split(';')[0]?.trim() ?? 'none' };
    },
  },
];
