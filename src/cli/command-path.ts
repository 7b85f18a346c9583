import { COMMAND_TREE, type CommandGroup, type Node } from './command-tree.ts';

/** A command or group, and the words that name it. */
export interface FoundNode {
  readonly path: readonly string[];
  readonly node: Node;
}

/** Returns the deepest command or group that the words name. */
export function nodeAt(words: readonly string[]): FoundNode {
  const path: string[] = [];
  let node: Node = COMMAND_TREE;
  for (const word of words) {
    const commands: CommandGroup['commands'] = 'commands' in node ? node.commands : {};
    const child: Node | undefined = Object.hasOwn(commands, word) ? commands[word] : undefined;
    if (child === undefined) break;
    path.push(word);
    node = child;
  }
  return { path, node };
}
