import { COMMAND_TREE, type CommandGroup, type Node } from './command-tree.ts';

/** The command or group that words lead to, and which words name it. */
export interface FoundNode {
  readonly path: readonly string[];
  readonly node: Node;
}

/** Returns the command or group that words lead to, as far as the tree goes. */
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
