import { expect, it } from 'vitest';
import { type CampaignReport, runCampaign } from './campaign.ts';
import {
  MOMENTS_OF_A_CHANGE,
  MOMENTS_OF_A_RUN,
  MOMENTS_OF_THE_SERVICE,
  type Moment,
  type MomentName,
} from './moments.ts';
import { timeIsUp } from './time-limit.ts';

const NAMES: readonly MomentName[] = [...MOMENTS_OF_A_RUN, ...MOMENTS_OF_A_CHANGE, ...MOMENTS_OF_THE_SERVICE];

/**
 * 1,000 kills in `npm run torture`, half of them at random times. Otherwise undefined: two campaigns kill
 * once at each named moment.
 */
const KILLS =
  process.env['ORGCTL_TORTURE_KILLS'] === undefined ? undefined : Number(process.env['ORGCTL_TORTURE_KILLS']);
const KILLS_OF_ONE_CAMPAIGN = 10;
/** Number of parallel campaigns; each mostly waits. */
const LANES = 3;

it('kills of an interrupted run: loses nothing, repeats no create and records every ID after any number of kills', {
  timeout: 3_600_000,
}, async () => {
  const reports = await (KILLS === undefined ? eachPointOnce() : manyKills(KILLS));
  if (KILLS !== undefined) process.stdout.write(`${summary(reports)}\n`);
  expect(findingsIn(reports)).toEqual([]);
  const met = new Set(reports.flatMap(({ kills }) => [...kills.keys()]));
  expect(NAMES.filter((name) => !met.has(name))).toEqual([]);
});

/**
 * An apply and an undo on each SCIM version, with the named moments distributed among them. Moments at the
 * end of a run come last, because nothing follows them.
 */
function eachPointOnce(): Promise<readonly CampaignReport[]> {
  const [ofApply = [], ofUndo = [], ofApply2 = [], ofUndo2 = []] = [0, 1, 2, 3].map((hand) => {
    const names = NAMES.filter((_, index) => index % 4 === hand);
    const isEnd = (name: MomentName) => name.endsWith('-run.end') || name.includes('-run.end-');
    return [...names.filter((name) => !isEnd(name)), ...names.filter(isEnd)].map((name) => ({
      name,
      nth: 1,
    }));
  });
  return Promise.all([runCampaign('1.1', ofApply, ofUndo), runCampaign('2.0', ofApply2, ofUndo2)]);
}

async function manyKills(wanted: number): Promise<readonly CampaignReport[]> {
  const reports: CampaignReport[] = [];
  const moments = killMoments();
  const isOver = timeIsUp();
  const killed = () =>
    reports.reduce((sum, { kills }) => sum + [...kills.values()].reduce((a, b) => a + b, 0), 0);
  let campaigns = 0;
  const work = async () => {
    while (killed() < wanted && !isOver()) {
      campaigns += 1;
      const next = () =>
        Array.from({ length: KILLS_OF_ONE_CAMPAIGN / 2 }, () => moments.next().value as Moment);
      reports.push(await runCampaign(campaigns % 2 === 0 ? '2.0' : '1.1', next(), next()));
      if (reports.length % 20 === 0)
        process.stderr.write(
          `${killed()} kills, ${reports.length} campaigns, findings ${findingsIn(reports).length}\n`,
        );
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return reports;
}

/** Each named moment in turn, at early, middle and late changes, with a random time in between. */
function* killMoments(): Generator<Moment> {
  for (let turn = 0; ; turn += 1) {
    const name = NAMES[turn % NAMES.length];
    const isRepeated = name?.startsWith('service.') === true || /intent|outcome/.test(name ?? '');
    if (name !== undefined)
      yield { name, nth: isRepeated ? ([1, 7, 2, 12, 4][Math.floor(turn / NAMES.length) % 5] ?? 1) : 1 };
    yield { name: 'random', after: 80 + Math.random() * 500 };
  }
}

function findingsIn(reports: readonly CampaignReport[]): readonly string[] {
  return reports.flatMap(({ findings }) => findings);
}

function summary(reports: readonly CampaignReport[]): string {
  const kills = new Map<string, number>();
  for (const report of reports)
    for (const [name, count] of report.kills) kills.set(name, (kills.get(name) ?? 0) + count);
  const total = [...kills.values()].reduce((all, count) => all + count, 0);
  const lines = [...kills].sort().map(([name, count]) => `${name.padEnd(34)}${String(count).padStart(6)}`);
  const sum = (figure: (report: CampaignReport) => number) =>
    reports.reduce((all, report) => all + figure(report), 0);
  const killsOf = (generation: number) => sum(({ killsByGeneration }) => killsByGeneration[generation] ?? 0);
  const findings = findingsIn(reports);
  const count = (pattern: RegExp) => findings.filter((finding) => pattern.test(finding)).length;
  return [
    `${'killed at'.padEnd(34)} times`,
    ...lines,
    `${'in all'.padEnd(34)}${String(total).padStart(6)}`,
    '',
    `campaigns ${reports.length}, starts of the program ${sum(({ starts }) => starts)}`,
    `continued by the same command ${sum(({ continued }) => continued.bySame)}, by bulk resume ${sum(({ continued }) => continued.byResume)}`,
    `kills of a run never killed before ${killsOf(0)}, once ${killsOf(1)}, twice ${killsOf(2)}, three times or more ${sum(({ killsByGeneration }) => killsByGeneration.slice(3).reduce((a, b) => a + b, 0))}`,
    `lost ${count(/missing/)}, duplicated ${count(/times|twice/)}, wrong IDs ${count(/has the ID/)}, other findings ${findings.length - count(/missing|times|twice|has the ID/)}`,
  ].join('\n');
}
