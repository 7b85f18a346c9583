import { afterEach } from 'vitest';
import { endTest } from './end-of-test.ts';

// vitest evaluates this for each file, and what the files share only once: a hook of a shared module would hold for the first file alone.
afterEach(endTest);
