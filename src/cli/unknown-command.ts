import { nodeAt } from './command-path.ts';
import { quoted } from './command-words.ts';
import { type FoundCommand, findCommands } from './find-command.ts';
import { impossibleReason } from './impossible-words.ts';
import { commandForName, membershipWords, membersWords } from './meant-words.ts';
import type { Operand } from './operands.ts';
import { commandName, lineOf } from './rewritten-line.ts';
import { mistake, type UsageMistake } from './usage-mistake.ts';

/** Explains why words name no command, and finds the command they most likely mean. */
export function unknownCommand(
  said: string,
  argv: readonly string[],
  operands: readonly Operand[],
  help: string,
): UsageMistake {
  const words = operands.map(({ word }) => word);
  if (OTHER_TOOLS.has(words[0]?.toLowerCase() ?? '') && words.length > 1)
    return withoutTool(said, argv, operands, help);
  const found = commandsMeant(words, nodeAt(words).path);
  const [best] = found;
  if (best === undefined) return mistake(said, undefined, help);
  const line = lineOf(argv, operands, best);
  const names = found.map((one) => `orgctl ${commandName(one, argv, operands, found.length === 1)}`);
  const asked = `${said} (did you mean ${names.join(' or ')}?)`;
  // Of several candidates, the first is about users: suggest it if the next word is a user name.
  if (found.length > 1)
    return mistake(
      asked,
      undefined,
      isPerson(words[best.used]) ? `orgctl ${line.map(quoted).join(' ')}` : help,
    );
  const why = impossibleReason(best.path, words.slice(0, best.used + 1));
  if (why !== undefined) return mistake(`${said}: ${why}`, line, help);
  const isSaidTwice = names[0] === `orgctl ${line.map(quoted).join(' ')}`;
  return mistake(isSaidTwice ? said : asked, line, help);
}

/** Other programs whose name is typed before a command out of habit. */
const OTHER_TOOLS: ReadonlySet<string> = new Set([
  ...['gam', 'gam7', 'm365', 'gh', 'slack', 'slack-cli', 'az', 'gcloud', 'aws', 'okta'],
  ...['terraform', 'tofu', 'tf', 'kubectl', 'mgc', 'docker'],
]);

/** Handles a line that begins with the name of another program. */
function withoutTool(
  said: string,
  argv: readonly string[],
  [tool, ...behind]: readonly Operand[],
  help: string,
): UsageMistake {
  const at = tool?.index ?? 0;
  const rest = argv.toSpliced(at, 1);
  const moved = behind.map(({ word, index }) => ({ word, index: index - 1 }));
  const { node } = nodeAt(behind.map(({ word }) => word));
  const line = 'commands' in node ? unknownCommand(said, rest, moved, help).meant : rest;
  return mistake(`${said} (leave it out)`, line, help);
}

/** File names contain a dot too. */
const FILE = /\.(?:csv|tsv|ndjson|ldif|json|ya?ml)$/i;

/** Whether a word can only be the name of a user. */
function isPerson(word: string | undefined): boolean {
  return word !== undefined && !FILE.test(word) && commandForName([], word) !== undefined;
}

/** Commands for verbs that are ambiguous alone, but not before a user name. */
const OF_A_PERSON: ReadonlyMap<string, readonly string[]> = new Map(
  [
    { verbs: ['get', 'show', 'view', 'read', 'describe', 'print', 'info'], path: ['who'] },
    {
      verbs: ['patch', 'edit', 'update', 'modify', 'change', 'set'],
      path: ['scim', 'users', 'patch'],
    },
  ].flatMap(({ verbs, path }) => verbs.map((verb) => [verb, path] as const)),
);

/** Finds the commands that the words may mean, also if a name is used in place of a command. */
function commandsMeant(words: readonly string[], path: readonly string[]): readonly FoundCommand[] {
  const membership = membershipWords(words);
  if (membership !== undefined) return [{ path: membership, used: 4 }];
  const ofMembers = membersWords(words);
  if (ofMembers !== undefined) return [{ path: ofMembers, used: 2 }];
  const spelled = findRespelled(words);
  if (spelled !== undefined) return [spelled];
  const ofPerson = path.length === 0 && isPerson(words[1]) ? OF_A_PERSON.get(words[0] ?? '') : undefined;
  if (ofPerson !== undefined) return [{ path: ofPerson, used: 1 }];
  const found = findCommands(words, path.length);
  if (found.length > 0) return found;
  const named = commandForName(path, words[path.length] ?? '');
  return named === undefined ? [] : [{ path: named, used: path.length }];
}

/**
 * Finds a command that is preceded by "orgctl" or whose words are joined, as in `users.list` and
 * `users:list`.
 */
function findRespelled([first = '', ...rest]: readonly string[]): FoundCommand | undefined {
  if (first === 'orgctl') {
    const { path } = nodeAt(rest);
    return path.length === 0 ? undefined : { path, used: path.length + 1 };
  }
  const parts = first.split(/[.:]/);
  const { path } = nodeAt(parts);
  return parts.length > 1 && path.length === parts.length ? { path, used: 1 } : undefined;
}
