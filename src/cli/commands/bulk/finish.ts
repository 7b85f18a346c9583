import { refuseUnfinishedShards } from '../../bulk/unfinished-shards.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { resultView } from '../../views/result-view.ts';
import { declareApply } from './apply.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl -p sandbox bulk finish people.csv --yes',
      'orgctl bulk finish people.csv --state /state --yes',
    ],
    lists: { columns: resultView([]).columns },
    needs: 'a user token with scope admin; run it after all shards of the file are done',
    documents: ['md', 'junit', 'github'],
  });
  return declareApply(command, act, refuseUnfinishedShards);
};
