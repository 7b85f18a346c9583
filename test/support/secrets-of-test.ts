import { openSecrets, type Secrets } from '../../src/gate/gate.ts';
import { atEndOfTest } from './end-of-test.ts';

/**
 * Registers the secrets of a run until the end of the test. Otherwise everything that later tests of the
 * process write would be searched for them.
 */
export function secretsOfTest(): Secrets {
  const secrets = openSecrets();
  atEndOfTest(() => secrets.forget());
  return secrets;
}
