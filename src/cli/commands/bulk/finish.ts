import { refuseUnfinishedShards } from '../../bulk/unfinished-shards.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { applying } from './apply.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox bulk finish people.csv --yes',
      'orgctl bulk finish people.csv --state /state --yes',
    ],
    needs:
      'a user token with scope admin; all shards of the file are done: managers and groups that they left are set now, and who was not created is created, which is said',
    documents: ['md', 'junit', 'github'],
    isReadByPeople: true,
  });
  return applying(command, act, refuseUnfinishedShards);
};
