const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Maximum width: a wider plot cannot be read at a glance. */
const WIDEST = 30;

/** Returns a plot on one line: a bar for each value, or for the mean of several if there are many. */
export function sparkline(values: readonly number[]): string {
  const width = Math.min(WIDEST, values.length);
  const means = Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * values.length) / width);
    const piece = values.slice(from, Math.max(from + 1, Math.floor(((index + 1) * values.length) / width)));
    return piece.reduce((sum, value) => sum + value, 0) / piece.length;
  });
  const top = Math.max(...means, 0);
  return means.map((mean) => BARS[top === 0 ? 0 : Math.min(7, Math.floor((mean / top) * 7.99))]).join('');
}
