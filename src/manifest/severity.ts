/** How grave a finding is, the gravest first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Levels that `--rule id=level` knows. */
export const LEVELS = ['off', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];
