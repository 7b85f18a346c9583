import { COMMAND_TREE, type CommandGroup } from '../../src/cli/command-tree.ts';

/** Commands that change the organization through the bulk engine, which has tests of its own. */
const RUN_COMMANDS = [
  'bulk apply',
  'bulk resume',
  'bulk undo',
  'resume',
  'undo',
  // Sends the same writes as "apply", for rows that waited for others.
  'bulk finish',
  'migrate apply',
];
/** Commands that send no write to the organization. */
const READING =
  /^(?:profile|config|manifest|sandbox|scim service|bulk (?:check|init-map|plan|runs|report)|runs|admin (?:sessions|invites)|migrate (?:exchange|rewrite|snapshot|map|plan|status|verify)|functions steps) ?|^scim (?:users|groups) (?:list|get|export)$|^scim groups members (?:list|export)$|^(?:logs|explain|completion|doctor|probe|bugreport|tour|who|compare)$/;

/** The commands that only read, and those that send a write of their own; without aliases. */
export function readingAndWriting(): {
  readonly reading: readonly string[];
  readonly writing: readonly string[];
} {
  const leaves = (group: CommandGroup, path: string): string[] =>
    Object.entries(group.commands).flatMap(([name, node]) => {
      // An alias of a command that is in the tree.
      if (node.isHidden === true) return [];
      const words = `${path} ${name}`.trim();
      return 'commands' in node ? leaves(node, words) : [words];
    });
  const all = leaves(COMMAND_TREE, '');
  return {
    reading: all.filter((words) => READING.test(words)),
    writing: all.filter((words) => !READING.test(words) && !RUN_COMMANDS.includes(words)),
  };
}
