import { Argument } from '@commander-js/extra-typings';
import type { CommandModule } from '../command-module.ts';
import { describe } from '../help-format.ts';
import { HELP_TOPICS } from '../help-topic-names.ts';
import { topicText } from '../help-topics.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, { examples: ['orgctl help filters', 'orgctl help topics'], needs: 'nothing' });
  return command
    .addArgument(new Argument('<topic>', 'what to explain').choices(HELP_TOPICS))
    .action(act(async (context, topic) => (await context.printer()).text(topicText(topic))));
};
