import type { Finding } from '../finding.ts';
import { SEVERITIES } from '../severity.ts';
import type { Validated } from '../validate.ts';

/** Returns one line about all findings: `2 errors and 1 warning in 1 of 3 manifests`. */
export function summary(validated: readonly Validated[]): string {
  const findings = validated.flatMap((one) => one.findings);
  const [only] = validated;
  const where =
    validated.length === 1 && only !== undefined
      ? only.file
      : `${validated.filter((one) => one.findings.length > 0).length} of ${validated.length} manifests`;
  if (findings.length === 0) {
    return validated.length === 1 ? `${where}: no findings` : `${validated.length} manifests: no findings`;
  }
  return validated.length === 1 ? `${where}: ${counted(findings)}` : `${counted(findings)} in ${where}`;
}

const WORDS = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['remark', 'remarks'],
} as const;

function counted(findings: readonly Finding[]): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    const [one, many] = WORDS[severity];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
