import { Argument } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { suggest } from '../../values/suggest.ts';
import type { CommandModule } from '../command-module.ts';
import { type Ending, endingIf } from '../ending.ts';
import { describe } from '../help-format.ts';
import { HELP_TOPICS } from '../help-topic-names.ts';
import { topicText } from '../help-topics.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl help filters', 'orgctl help topics', 'orgctl help scim users list'],
    needs: 'nothing',
  });
  // Unknown topics are handled below, with suggestions.
  const topics = new Argument('<topic...>', 'what to explain, or the words of a command')
    .choices(HELP_TOPICS)
    .argParser((word: string, before: readonly string[] = []): readonly string[] => [...before, word]);
  return command.addArgument(topics).action(
    act(async (context, words): Promise<Ending | undefined> => {
      const typed = words.join('-').toLowerCase();
      const topic = HELP_TOPICS.find((one) => one === typed);
      if (topic !== undefined) {
        await (await context.printer()).text(topicText(topic, context.host.streams.stdout.columns));
        return undefined;
      }
      const near = suggest(typed, HELP_TOPICS);
      const { found, named, isRespelled } = await context.commandsMeant(words);
      if (near !== undefined) throw noSuchTopic(words, [near, ...named]);
      const [only] = found;
      // A topic that does not exist may be the name of an action elsewhere, such as "select".
      const isOtherWord =
        words.length === 1 && only?.includes(' ') === true && !only.split(' ').includes(typed);
      if (only === undefined || found.length > 1 || isOtherWord || isRespelled)
        throw noSuchTopic(words, [...new Set([...named, ...found])]);
      const failed = await context.runLine([...only.split(' '), '--help'], context.host.env);
      return endingIf(failed !== 0, 'internal');
    }),
  );
};

function noSuchTopic(words: readonly string[], near: readonly string[]): Failure {
  const meant = near.map((one) => `"orgctl help ${one}"`).join(' or ');
  return new Failure(
    'usage',
    `there is no topic or command "${words.join(' ')}"${meant === '' ? '' : `; did you mean ${meant}?`}`,
    { hint: `topics: ${HELP_TOPICS.join(', ')}; for the commands: orgctl --help` },
  );
}
