export interface TriedMutant {
  readonly id: string;
  readonly end: 'killed' | 'survived' | 'no coverage' | 'timeout' | 'error';
}
export function withSecondTry(
  first: readonly TriedMutant[],
  second: readonly TriedMutant[],
): readonly TriedMutant[];
export function scoreOf(mutants: readonly TriedMutant[]): {
  readonly isEnough: boolean;
  readonly words: string;
};
