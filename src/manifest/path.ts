/** Path from the root of a manifest to a value: keys, and indexes from 0. */
export type Path = readonly (string | number)[];

/** Returns a path as a JSON pointer (RFC 6901); empty for the root. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns a path in dotted form: `features.slash_commands[0].url`. */
export function pathText(path: Path): string {
  return path
    .map((step, index) =>
      typeof step === 'number'
        ? `[${step}]`
        : `${index === 0 ? '' : '.'}${/^[\w$-]+$/.test(step) ? step : JSON.stringify(step)}`,
    )
    .join('');
}

/** Returns the last key of a path with the indexes after it: `bot_events[2]`. */
export function lastKeyOf(path: Path): string {
  let from = path.length - 1;
  while (from > 0 && typeof path[from] === 'number') from -= 1;
  return path.length === 0 ? 'the manifest' : pathText(path.slice(from));
}

export function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, index) => path[index] === step);
}
