/** Returns the flag of an option by its attribute name: `--on-bad-row` for `onBadRow`. */
export function flagNamed(attribute: string): string {
  return `--${attribute.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
