import { CHANGE_WORDS } from '../../bulk/plan/change.ts';
import {
  type CodeCount,
  type KindCount,
  type PartOfReport,
  type RunReport,
  reportedRuns,
} from '../../bulk/report/report.ts';
import { lineList } from '../../bulk/report/report-html.ts';
import { RUN_STATES } from '../../bulk/report/run-state-words.ts';
import type { Bucket } from '../../bulk/report/time-line.ts';
import type { Palette } from '../../output/palette.ts';
import { numberLabel, timeLabel } from '../../output/plot-scale.ts';
import { sparkline } from '../../output/sparkline.ts';
import type { Column, ListView, View } from '../../output/view.ts';
import { asJson } from '../../rules/json-value.ts';

/** Prints the report of a run as one object, most important facts first. */
export const REPORT_VIEW: View<RunReport> = {
  json: (report) => asJson(report),
  columns: [
    {
      name: 'run',
      heading: 'Run',
      importance: 1,
      value: (report) => reportedRuns(report).replace(/^run /, ''),
    },
    {
      name: 'state',
      heading: 'State',
      importance: 1,
      value: ({ state }) => RUN_STATES[state],
      paint: paintState,
    },
    { name: 'file', heading: 'File', importance: 2, value: ({ file }) => file },
    { name: 'profile', heading: 'Profile', importance: 3, value: ({ profile }) => profile },
    { name: 'mode', heading: 'Mode', importance: 4, value: ({ mode }) => mode },
    { name: 'started', heading: 'Started', importance: 3, value: ({ started }) => started },
    { name: 'changes', heading: 'Changes', importance: 2, value: ({ changes }) => changes },
    { name: 'succeeded', heading: 'Succeeded', importance: 1, value: ({ succeeded }) => succeeded },
    { name: 'failed', heading: 'Failed', importance: 1, value: ({ failed }) => failed, paint: paintFailed },
    { name: 'left', heading: 'Remaining', importance: 2, value: ({ left }) => left },
    {
      name: 'inDoubt',
      heading: 'Outcome unknown',
      importance: 3,
      value: ({ inDoubt }) => inDoubt,
      tableValue: ({ inDoubt }) => undefinedIfZero(inDoubt),
    },
    {
      name: 'notKept',
      heading: 'Not stored',
      importance: 3,
      value: ({ notKept }) => notKept,
      tableValue: ({ notKept }) => undefinedIfZero(notKept),
    },
    {
      name: 'time',
      heading: 'Time',
      importance: 2,
      readBy: 'people',
      value: ({ time }) => timeLabel(time.seconds),
    },
    {
      name: 'throttled',
      heading: 'Throttled',
      importance: 3,
      readBy: 'people',
      value: ({ time: { throttled } }) => (throttled < 1 ? undefined : timeLabel(throttled)),
    },
    {
      name: 'outages',
      heading: 'Outages',
      importance: 3,
      value: ({ time: { outages } }) => outages.length,
      tableValue: ({ time: { outages, outageSeconds } }) =>
        outages.length === 0 ? undefined : `${outages.length}, ${timeLabel(outageSeconds)}`,
    },
    { name: 'throughput', heading: 'Throughput', importance: 2, readBy: 'people', value: throughputOf },
    { name: 'latency', heading: 'Latency', importance: 3, readBy: 'people', value: latencyOf },
    csvColumn('seconds', ({ time }) => time.seconds),
    csvColumn('throttledSeconds', ({ time }) => time.throttled),
    csvColumn('outageSeconds', ({ time }) => time.outageSeconds),
    csvColumn('perSecond', ({ time }) => time.perSecond),
    csvColumn('medianMilliseconds', ({ time }) => time.latency?.median),
    csvColumn('p95Milliseconds', ({ time }) => time.latency?.p95),
    csvColumn('longestMilliseconds', ({ time }) => time.latency?.longest),
    csvColumn('ended', ({ ended }) => ended),
    csvColumn('origin', ({ origin }) => origin),
    csvColumn('adopted', ({ adopted }) => adopted),
    csvColumn('already', ({ already }) => already),
    csvColumn('calls', ({ calls }) => calls),
    csvColumn('callsPerSecond', ({ callsPerSecond }) => callsPerSecond),
  ],
};

/** Returns a column of a CSV; its name contains the unit, if there is one. */
function csvColumn(name: string, value: Column<RunReport>['value']): Column<RunReport> {
  return { name, heading: name, importance: 4, readBy: 'programs', value };
}

/** Prints counts by kind of change. */
export const KIND_VIEW: ListView<KindCount> = {
  isSummarized: true,
  json: (count) => ({ ...count }),
  columns: [
    { name: 'action', heading: 'Action', importance: 1, value: ({ kind }) => CHANGE_WORDS[kind].verb },
    { name: 'total', heading: 'Total', importance: 2, align: 'right', value: ({ total }) => total },
    {
      name: 'succeeded',
      heading: 'Succeeded',
      importance: 1,
      align: 'right',
      value: ({ succeeded }) => succeeded,
    },
    { name: 'failed', heading: 'Failed', importance: 1, align: 'right', value: ({ failed }) => failed },
    { name: 'left', heading: 'Remaining', importance: 2, align: 'right', value: ({ left }) => left },
  ],
};

/** Prints the runs of a merged report. */
export const PART_VIEW: ListView<PartOfReport> = {
  isSummarized: true,
  json: (part) => ({ ...part }),
  columns: [
    { name: 'run', heading: 'Run', importance: 1, isWhole: true, value: ({ run }) => run },
    { name: 'shard', heading: 'Shard', importance: 1, value: ({ shard }) => shard },
    { name: 'state', heading: 'State', importance: 1, value: ({ state }) => RUN_STATES[state] },
    { name: 'changes', heading: 'Changes', importance: 2, align: 'right', value: ({ changes }) => changes },
    {
      name: 'succeeded',
      heading: 'Done',
      importance: 1,
      align: 'right',
      value: ({ succeeded }) => succeeded,
    },
    { name: 'failed', heading: 'Failed', importance: 1, align: 'right', value: ({ failed }) => failed },
    { name: 'left', heading: 'Remaining', importance: 2, align: 'right', value: ({ left }) => left },
  ],
};

/** Prints the failures of a run by error code. */
export const CODE_VIEW: ListView<CodeCount> = {
  isSummarized: true,
  json: ({ code, count, lines }) => ({ code, count, lines: [...lines] }),
  columns: [
    { name: 'code', heading: 'Code', importance: 1, value: ({ code }) => code },
    { name: 'count', heading: 'Changes', importance: 1, align: 'right', value: ({ count }) => count },
    { name: 'lines', heading: 'Lines', importance: 2, value: ({ lines }) => lineList(lines) },
  ],
};

function undefinedIfZero(count: number): number | undefined {
  return count === 0 ? undefined : count;
}

function throughputOf({ time }: RunReport): string {
  const { perSecond, buckets } = time;
  const rate =
    perSecond < 2 ? `${numberLabel(perSecond * 60)} per minute` : `${numberLabel(perSecond)} per second`;
  const total = ({ succeeded, failed }: Bucket) => succeeded + failed;
  return buckets.length < 3 ? rate : `${rate}  ${sparkline(buckets.map(total))}`;
}

function latencyOf({ time: { latency } }: RunReport): string | undefined {
  if (latency === undefined) return undefined;
  const { median, p95, longest } = latency;
  return `median ${timeLabel(median / 1000)}, p95 ${timeLabel(p95 / 1000)}, max ${timeLabel(longest / 1000)}`;
}

function paintState(text: string, { state }: RunReport, palette: Palette): string {
  if (state === 'finished') return palette.good(text);
  return state === 'failures' ? palette.bad(text) : palette.caution(text);
}

function paintFailed(text: string, { failed }: RunReport, palette: Palette): string {
  return failed > 0 ? palette.bad(text) : text;
}
