import { escapeMarkup } from '../../output/markup.ts';
import { numberLabel, scaleTo, timeLabel, timeTicks } from '../../output/plot-scale.ts';
import type { RunReport } from './report.ts';
import type { TimeLine } from './time-line.ts';

const WIDTH = 880;
const HEIGHT = 276;
const LEFT = 52;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 34;

/**
 * Outcomes over time as stacked bars, with a line for the mean and dashed lines for pauses. The page defines
 * the colors.
 */
export function throughputPlot(time: TimeLine): string {
  const isPerMinute = Math.max(...time.buckets.map(total)) / time.bucketSeconds < 2;
  const factor = (isPerMinute ? 60 : 1) / time.bucketSeconds;
  const unit = isPerMinute ? 'per minute' : 'per second';
  const mean = time.perSecond * (isPerMinute ? 60 : 1);
  const scale = scaleTo(Math.max(mean, ...time.buckets.map((bucket) => total(bucket) * factor)));
  const span = time.buckets.length * time.bucketSeconds;
  const x = (seconds: number) => LEFT + (seconds / span) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / scale.top) * (HEIGHT - TOP - BOTTOM);
  const grid = scale.ticks.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y(tick))}" y2="${round(y(tick))}"/>` +
      `<text class="tick" x="${LEFT - 8}" y="${round(y(tick) + 4)}" text-anchor="end">${numberLabel(tick)}</text>`,
  );
  const times = timeTicks(span).map(
    (tick) =>
      `<text class="tick" x="${round(x(tick))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="${tick > span * 0.97 ? 'end' : 'middle'}">${timeLabel(tick)}</text>`,
  );
  const gap = Math.min(2, ((x(span) - x(0)) / time.buckets.length) * 0.15);
  const bars = time.buckets.map((bucket, index) => {
    const from = index * time.bucketSeconds;
    const width = x(from + time.bucketSeconds) - x(from) - gap;
    const title = `${timeLabel(from)} to ${timeLabel(from + time.bucketSeconds)}: ${bucket.succeeded} done, ${bucket.failed} failed`;
    const piece = (name: string, low: number, high: number) =>
      high > low
        ? `<rect class="${name}" x="${round(x(from) + gap / 2)}" width="${round(width)}" y="${round(y(high * factor))}" height="${round(y(low * factor) - y(high * factor))}"/>`
        : '';
    return `<g><title>${title}</title>${piece('good', 0, bucket.succeeded)}${piece('bad', bucket.succeeded, total(bucket))}</g>`;
  });
  const pauses = time.pauses.map(
    ({ at, why }) =>
      `<g><title>paused: ${escapeMarkup(why)}</title><line class="pause" x1="${round(x(at))}" x2="${round(x(at))}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/></g>`,
  );
  const meanLine =
    `<line class="mean" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y(mean))}" y2="${round(y(mean))}"/>` +
    `<g class="key"><line class="mean" x1="${WIDTH - RIGHT - 190}" x2="${WIDTH - RIGHT - 166}" y1="10" y2="10"/>` +
    `<text class="tick" x="${WIDTH - RIGHT - 158}" y="14">mean ${numberLabel(mean)} ${unit}</text></g>`;
  return svg(
    'Throughput',
    WIDTH,
    HEIGHT,
    [
      ...grid,
      `<text class="tick" x="0" y="14">changes ${unit}</text>`,
      ...times,
      ...bars,
      ...pauses,
      meanLine,
    ].join(''),
  );
}

/** Outcomes of each kind of change, one bar for each kind, on a common scale. */
export function outcomesPlot(
  { kinds }: RunReport,
  wordOf: (kind: RunReport['kinds'][number]) => string,
): string {
  const row = 40;
  const label = 150;
  const most = Math.max(1, ...kinds.map((kind) => kind.total));
  const width = (count: number) => (count / most) * (WIDTH - label - 60);
  const rows = kinds.map((kind, index) => {
    const y = index * row + 8;
    let x = label;
    const pieces = (['succeeded', 'failed', 'left'] as const).map((state) => {
      const length = width(kind[state]);
      const name = state === 'succeeded' ? 'good' : state === 'failed' ? 'bad' : 'open';
      const piece =
        length > 0
          ? `<g><title>${kind[state]} ${state === 'left' ? 'remaining' : state}</title><rect class="${name}" x="${round(x)}" y="${y}" width="${round(Math.max(length, 1.5))}" height="22" rx="3"/></g>`
          : '';
      x += length;
      return piece;
    });
    return (
      `<text class="label" x="${label - 12}" y="${y + 16}" text-anchor="end">${escapeMarkup(wordOf(kind))}</text>` +
      `${pieces.join('')}<text class="tick strong" x="${round(x + 8)}" y="${y + 16}">${numberLabel(kind.total)}</text>`
    );
  });
  return svg('Outcomes by kind of change', WIDTH, Math.max(1, kinds.length) * row, rows.join(''));
}

/** Maximum number of codes in the plot of failures; the other codes share one bar. */
const CODES_SHOWN = 12;

/** Count of each code, the most frequent first. */
export function codesPlot({ codes }: RunReport): string {
  const rest = codes.slice(CODES_SHOWN);
  const others = rest.reduce((sum, { count }) => sum + count, 0);
  const bars = [
    ...codes.slice(0, CODES_SHOWN).map(({ code, count }) => ({ name: code, count })),
    ...(others > 0 ? [{ name: `${rest.length} other codes`, count: others }] : []),
  ];
  const row = 32;
  const label = 290;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ name, count }, index) => {
    const y = index * row + 4;
    const length = Math.max(2, (count / most) * (WIDTH - label - 60));
    return (
      `<text class="label mono" x="${label - 12}" y="${y + 16}" text-anchor="end">${escapeMarkup(shortened(name))}</text>` +
      `<g><title>${escapeMarkup(name)}: ${count}</title><rect class="bad" x="${label}" y="${y}" width="${round(length)}" height="22" rx="3"/></g>` +
      `<text class="tick strong" x="${round(label + length + 8)}" y="${y + 16}">${numberLabel(count)}</text>`
    );
  });
  return svg('Failures by code', WIDTH, Math.max(1, bars.length) * row, rows.join(''));
}

function shortened(text: string): string {
  return [...text].length > 34 ? `${[...text].slice(0, 33).join('')}…` : text;
}

function total({ succeeded, failed }: { readonly succeeded: number; readonly failed: number }): number {
  return succeeded + failed;
}

function svg(label: string, width: number, height: number, content: string): string {
  return `<svg role="img" aria-label="${escapeMarkup(label)}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
