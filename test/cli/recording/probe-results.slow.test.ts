// cspell:disable: invented names
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canariesIn } from '../../support/canaries.ts';
import { probedService } from '../../support/probed-service.ts';
import { expectSameShape, recordAndReplay } from '../../support/record-and-replay.ts';

const CANARIES = ['kestrelmoor', 'harbour-finch', 'clara.voss', 'tomas.rey'];

describe('probe results in a recording', () => {
  it.each([
    'scim users list',
    `scim users list --filter 'userName sw "cla"'`,
    'scim users get clara.voss',
    'scim users patch clara.voss --title Keeper --yes',
    'scim groups list',
    'probe diff',
    'profile check',
    'api assistant.threads.setStatus channel_id=D1 thread_ts=1.2 status=x --yes',
  ])('%s is replayed', async (line) => {
    const { orgctl, ...machine } = await probedService({
      name: 'kestrelmoor',
      quirks: {
        largestPage: '5',
        filterV1: 'ignored',
        filterV2: 'ignored',
        patchPaths: 'refused',
        rateHeaders: 'standard',
      },
    });
    const probed = await orgctl('probe kestrelmoor --write --user tomas.rey --group IT --yes -q');
    expect({ exit: probed.exit, stderr: probed.stderr }).toMatchObject({ exit: 0 });
    const { recorded, replayed, file } = await recordAndReplay(
      { ...machine, orgctl },
      `-p kestrelmoor ${line}`,
    );
    expect({ exit: replayed.exit, stderr: replayed.stderr }).toMatchObject({ exit: recorded.exit });
    expectSameShape(recorded.stdout, replayed.stdout);
    expect(canariesIn(readFileSync(file, 'utf8'), CANARIES)).toEqual([]);
  });
});
