import { CommanderError } from '@commander-js/extra-typings';
import { COMMAND_TREE, type CommandGroup } from '../src/cli/command-tree.ts';
import type { HelpPage } from '../src/cli/help-page.ts';
import { helpFileOf } from '../src/cli/prepared-help.ts';
import { buildProgram } from '../src/cli/program.ts';

/**
 * What help says of the program and of each command that it shows, as the parser answers; with the file that
 * each page goes to.
 */
export async function helpPages(): Promise<readonly { readonly file: string; readonly page: HelpPage }[]> {
  return Promise.all(
    [[], ...pathsIn(COMMAND_TREE, [])].map(async (path) => ({
      file: helpFileOf(path),
      page: await helpPageOf(path),
    })),
  );
}

async function helpPageOf(path: readonly string[]): Promise<HelpPage> {
  let answered: HelpPage | undefined;
  const program = buildProgram({
    env: {},
    openContext: () => Promise.reject(new Error('help runs nothing')),
    onEnd: () => {},
    writeOut: () => {},
    help: { width: undefined, isShort: false },
    onHelp: (page) => {
      answered = page;
    },
  });
  await program.parseAsync([...path, '--help'], { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
  });
  if (answered === undefined) throw new Error(`there is no help of ${path.join(' ')}`);
  return answered;
}

/** The words of every group and command that help shows. */
export function pathsIn(group: CommandGroup, above: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(group.commands).flatMap(([name, node]) => {
    if (node.isHidden === true) return [];
    const path = [...above, name];
    return 'commands' in node ? [path, ...pathsIn(node, path)] : [path];
  });
}
