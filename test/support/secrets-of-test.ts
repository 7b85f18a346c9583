import { openSecrets, type Secrets } from '../../src/gate/gate.ts';
import { atEndOfTest } from './end-of-test.ts';

/**
 * Begins a run whose secrets are forgotten after the test: those that stay are looked for in everything that
 * later tests of the process write.
 */
export function secretsOfTest(): Secrets {
  const secrets = openSecrets();
  atEndOfTest(() => secrets.forget());
  return secrets;
}
