/** An axis that starts at 0: round tick values, the last of them at or above the largest value. */
export interface Scale {
  readonly top: number;
  readonly ticks: readonly number[];
}

/** Returns a scale with about `wanted` ticks. */
export function scaleTo(largest: number, wanted = 4): Scale {
  if (!(largest > 0)) return { top: 1, ticks: [0, 1] };
  const rough = largest / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const count = Math.ceil(largest / step - 1e-9);
  return {
    top: count * step,
    ticks: Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12))),
  };
}

/** Returns a number for a label, rounded to three significant digits: "0.333", "1,230". */
export function numberLabel(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

/** Returns seconds for a label: "0", "400 ms", "30 s", "5 min", "2 h 30". */
export function timeLabel(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 1) return `${numberLabel(seconds * 1000)} ms`;
  if (seconds < 120) return `${numberLabel(seconds)} s`;
  if (seconds < 7200) return `${numberLabel(seconds / 60)} min`;
  const minutes = Math.round(seconds / 60);
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`;
}

/** Returns ticks of a time axis: round durations, in seconds. */
export function timeTicks(seconds: number, most = 7): readonly number[] {
  const steps = [
    0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200,
    86_400,
  ];
  const step =
    steps.find((length) => seconds / length <= most) ?? Math.ceil(seconds / most / 86_400) * 86_400;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) =>
    Number((index * step).toPrecision(12)),
  );
}
