/** Severities of findings, most severe first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Levels accepted by `--rule id=level`. */
export const LEVELS = ['off', 'info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];
