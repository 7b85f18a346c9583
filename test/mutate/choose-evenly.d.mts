export function chooseEvenly<T>(items: readonly T[], count: number, seed: number): T[];
