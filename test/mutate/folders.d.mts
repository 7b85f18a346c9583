export interface Mutated {
  readonly source: string;
  readonly near: readonly string[];
  readonly far: readonly string[];
}
export const FOLDERS: Readonly<Record<string, Mutated>>;
export function patternOf(path: string): string;
