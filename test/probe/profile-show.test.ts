import { expect, it } from 'vitest';
import { probedService } from '../support/probed-service.ts';

it('profile show lists learned, documented and assumed answers only after a probe', async () => {
  const { orgctl } = await probedService({ quirks: { largestPage: '5', totals: 'page' } });
  const before = (await orgctl('profile show acme -o csv')).stdout;
  expect(before).not.toContain('largest-page');
  await orgctl('probe acme --calls 20');
  const after = (await orgctl('profile show acme -o csv')).stdout;
  expect(after.startsWith(before)).toBe(true);
  const rows = after.slice(before.length).trimEnd().split('\n');
  expect(rows[0]).toBe('probed,2026-11-22T08:00:00Z,probe');
  expect(rows).toEqual(
    expect.arrayContaining([
      'largest-page,5,learned',
      'totals,the page,learned',
      'filter-v2,applied,assumed',
      'error-body,as documented,learned',
      'web-methods,unknown,documented',
    ]),
  );
  const elsewhere = await orgctl('profile show acme --scim-url http://acme.localhost/other -o csv');
  expect(elsewhere.stdout).not.toContain('largest-page');
});
