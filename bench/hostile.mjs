// How much memory and time answers take that are made to take much: brackets without an end, one group with
// very many members, one user with a very long name. Every command ends with a clear error or with the
// result.
// node bench/hostile.mjs [--megabytes 30] [--members 1500000]

import { createServer } from 'node:http';
import { numbersFrom } from './numbers-from.mjs';
import { measure, printTable, TOKEN, towards } from './whole-process.mjs';

const { megabytes, members } = numbersFrom({ megabytes: 30, members: 1_500_000 });
const GOAL = 250;
const PIECE = 64 * 1024;
/**
 * Every way in which a command may end: the result, too long for the format, a list that is not whole,
 * refused, or an answer that is none.
 */
const ENDS = [0, 2, 3, 5, 6, 7, 11];

const asList = (resource) => [
  '{"totalResults":1,"itemsPerPage":1,"startIndex":1,"Resources":[',
  ...resource,
  ']}',
];
const filled = (text) =>
  Array.from({ length: Math.ceil((megabytes * 1024 * 1024) / PIECE) }, () => text.repeat(PIECE));
const memberPieces = Array.from({ length: Math.ceil(members / 1000) }, (_, piece) =>
  Array.from({ length: Math.min(1000, members - piece * 1000) }, (_, index) => {
    const number = piece * 1000 + index;
    return `${number === 0 ? '' : ','}{"value":"W${number.toString(36)}"}`;
  }).join(''),
);
const user = [
  '{"id":"W1ABCDEFG","userName":"a","active":true,"emails":[{"value":"a@x.example","primary":true}],"displayName":"',
];
const named = [...user, ...filled('a'), '"}'];
const group = ['{"id":"S1ABCDEFG","displayName":"all","members":[', ...memberPieces, ']}'];
/** As many as a resource that is parsed may have. */
const most = ['{"id":"S1ABCDEFG","displayName":"all","members":[', ...memberPieces.slice(0, 400), ']}'];
const memberOf = [...user, 'a","groups":[', ...memberPieces, ']}'];

/** What each kind of hostile service answers: to a list, and to a GET by ID. */
const SERVICES = {
  [`${megabytes} MB of [`]: { list: filled('['), one: filled('[') },
  [`${members} members of a group`]: { list: asList(group), one: group },
  '400000 members of a group': { list: asList(most), one: most },
  [`${members} groups of a user`]: { list: asList(memberOf), one: memberOf },
  [`a name of ${megabytes} MB`]: { list: asList(named), one: named },
};
const COMMANDS = [
  'users list -o table',
  'users list -o json',
  'users list -o csv',
  'users list -o yaml',
  'users list -o json --query [].id',
  'users export',
  'users get W1ABCDEFG -o table',
  'users get W1ABCDEFG -o json',
  'groups list -o table',
  'groups list -o json',
  'groups export',
  'groups get S1ABCDEFG -o json',
  'groups members list S1ABCDEFG -o csv',
  'groups members list S1ABCDEFG -o json',
];

let pieces = { list: [], one: [] };
const server = createServer((request, response) => {
  const isOne = /\/(?:Users|Groups)\/\w/.test(request.url ?? '');
  response.writeHead(200, { 'content-type': 'application/json' });
  const rest = [...(isOne ? pieces.one : pieces.list)];
  const send = () => {
    for (let piece = rest.shift(); piece !== undefined; piece = rest.shift()) {
      if (!response.write(piece)) return response.once('drain', send);
    }
    return response.end();
  };
  send();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const service = { origin: `http://127.0.0.1:${server.address().port}` };

const rows = [['answer', 'command', 'seconds', 'MB', '']];
for (const [name, answers] of Object.entries(SERVICES)) {
  pieces = answers;
  for (const command of COMMANDS) {
    const words = ['bin/orgctl.js', ...towards(service), '--max-wait', '5s', 'scim', ...command.split(' ')];
    const { ms, mb } = await measure(words, { env: TOKEN, accept: ENDS });
    rows.push([name, command, (ms / 1000).toFixed(1), mb.toFixed(0), mb > GOAL ? `over ${GOAL}` : '']);
  }
}
server.close();
printTable(rows);
const worst = Math.max(...rows.slice(1).map((row) => Number(row[3])));
console.log(`worst ${worst} MB; goal: at most ${GOAL} MB each`);
process.exitCode = worst > GOAL ? 1 : 0;
