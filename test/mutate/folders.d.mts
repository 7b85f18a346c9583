export interface Mutated {
  readonly source: string;
  readonly tests: readonly string[];
}
export const FOLDERS: Readonly<Record<string, Mutated>>;
export function chosenFolders(): readonly Mutated[];
