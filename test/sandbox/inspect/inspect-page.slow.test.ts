import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, sharedBrowser } from '../../support/browser.ts';
import { inspectedSandbox } from '../../support/inspected-sandbox.ts';
import { warnMissingTool } from '../../support/missing-tool.ts';
import { newUser, patchOp } from '../../support/test-sandbox.ts';

const EVIL = '<img src=x onerror=alert(1)>';
const FRAMES = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 400],
  ['dark', 400],
] as const;

describe('inspector page', () => {
  if (!hasBrowser()) {
    warnMissingTool('chromium');
    return;
  }
  const browser = sharedBrowser();

  /**
   * Opens the page with the token in its address, and collects console messages, dialogs and requested
   * origins.
   */
  async function opened(origin: string, colorScheme: 'light' | 'dark' = 'light', width = 1280) {
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
    const said: string[] = [];
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('dialog', (dialog) => said.push(dialog.message()));
    await page.goto(`${origin}/_inspect#token=sandbox-owner-token`);
    await page.locator('.state.live').waitFor();
    return { page, said, asked };
  }

  const rows = (page: Page) => page.locator('[role=option]');

  it.each(FRAMES)('works with the keyboard only, %s, at %i pixels', async (scheme, width) => {
    const { origin, ask } = await inspectedSandbox();
    await ask('GET', '/scim/v2/Groups');
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'general'));
    const { page, said, asked } = await opened(origin, scheme, width);
    // The token must leave the address, so that it does not end up in the browser history.
    expect(page.url()).toBe(`${origin}/_inspect`);
    await rows(page).nth(1).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('username_');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.locator('#list').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.refusal').waitFor();
    const detail = (await page.locator('#detail').textContent()) ?? '';
    for (const words of [
      'username_taken',
      'SCIM §2.1',
      'username=general',
      'Look for the account with "orgctl scim users get NAME", or choose another userName.',
    ])
      expect(detail).toContain(words);
    expect(await page.locator('[role=option][aria-selected=true]').count()).toBe(1);
    expect(await page.locator('#detail').isVisible()).toBe(true);
    expect(await page.locator('#list').isVisible()).toBe(width > 1000);
    await page.keyboard.press('Escape');
    expect(await page.locator('#list').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('list');
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      scheme === 'light' ? 'rgb(244, 245, 248)' : 'rgb(15, 19, 24)',
    );
    expect({ said, asked: [...asked] }).toEqual({ said: [], asked: [origin] });
    await page.close();
  });

  it('shows new requests live, the organization next to them, and values before and after', async () => {
    const { origin, ask } = await inspectedSandbox();
    const { page, said } = await opened(origin);
    expect(await page.locator('#nothing').textContent()).toContain(origin);
    const change = patchOp({ op: 'replace', path: 'title', value: 'Chief' });
    await ask('PATCH', '/scim/v2/Users/W1118NVR2', change);
    await rows(page).first().waitFor();
    const side = page.locator('#organization');
    await expect
      .poll(() => side.locator('.changes').textContent())
      .toMatch(/walt\.finch.*titleHead of IT→Chief/);
    await ask('POST', '/scim/v2/Users', newUser('2.0', 'eva'));
    await expect.poll(() => side.locator('.tiles').textContent()).toBe('Users13Groups5');
    await side.locator('summary').first().click();
    await side.locator('details .people li').first().waitFor();
    await rows(page).filter({ hasText: 'patchUser' }).click();
    await expect.poll(() => page.locator('#detail').textContent()).toContain('Changes');
    expect(said).toEqual([]);
    await page.close();
  });

  it('renders no received text as markup', async () => {
    const { origin, ask, sandbox } = await inspectedSandbox();
    const { page, said } = await opened(origin);
    await fetch(`${origin}/scim/v2/${encodeURIComponent(EVIL)}?${EVIL}`, {
      headers: { authorization: 'Bearer sandbox-owner-token', 'user-agent': EVIL },
    });
    const user = { ...newUser('2.0', 'eva'), name: { givenName: EVIL, familyName: EVIL }, title: EVIL };
    await ask('POST', '/scim/v2/Users', user);
    await ask('POST', '/_sandbox/faults', { faults: [{ do: 'error', status: 503, contains: EVIL }] });
    await sandbox.setUp((organization) =>
      organization.change({
        group: { id: 'SEVIL', created: '2026-01-01T00:00:00-08:00', displayName: EVIL, members: [] },
      }),
    );
    await rows(page).nth(1).waitFor();
    await rows(page).first().click();
    await expect.poll(() => page.locator('#detail').textContent()).toContain(EVIL);
    await expect.poll(() => page.locator('#organization').textContent()).toContain(`${EVIL}group`);
    await page.locator('[data-go=faults]').click();
    await expect.poll(() => page.locator('#faults').textContent()).toContain(EVIL);
    await expect.poll(() => page.locator('#client').textContent()).toContain(EVIL);
    expect(await page.locator('img').count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  it('switches faults on and off, including a fault added through the control path', async () => {
    const { origin, ask, queue } = await inspectedSandbox();
    await ask('POST', '/_sandbox/faults', { faults: [{ do: 'stall', for: '1s', path: '/scim/v2/Groups' }] });
    const { page, said } = await opened(origin);
    await page.locator('[data-go=faults]').click();
    const throttle = page.locator('[role=switch]', { hasText: 'Too many requests' });
    await throttle.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => throttle.getAttribute('aria-checked')).toBe('true');
    expect((await ask('GET', '/scim/v2/Users')).status).toBe(429);
    await expect.poll(() => rows(page).first().textContent()).toContain('throttle');
    await page.keyboard.press('Space');
    await expect.poll(() => throttle.getAttribute('aria-checked')).toBe('false');
    expect((await ask('GET', '/scim/v2/Users')).status).toBe(200);
    const stall = page.locator('[role=switch]', { hasText: 'stall' });
    await stall.click();
    await expect.poll(() => stall.getAttribute('aria-checked')).toBe('false');
    expect(queue.account()).toEqual([]);
    for (const every of await page.locator('[role=switch]').all()) {
      await every.click();
      await expect.poll(() => every.getAttribute('aria-checked')).toBe('true');
      await every.click();
      await expect.poll(() => every.getAttribute('aria-checked')).toBe('false');
    }
    await stall.click();
    await expect.poll(() => queue.account()).toMatchObject([{ do: 'stall', path: '/scim/v2/Groups' }]);
    expect(said).toEqual([]);
    await page.close();
  });

  it('copies a request without its token', async () => {
    const { origin, ask } = await inspectedSandbox();
    await ask('GET', '/scim/v2/Users');
    const { page } = await opened(origin);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Copy as orgctl' }).click();
    await page.locator('#said', { hasText: 'copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `ORGCTL_TOKEN="$TOKEN" orgctl --scim-url ${origin} --scim-version 2.0 scim users list`,
    );
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('#said', { hasText: 'curl' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `curl -H "Authorization: Bearer $TOKEN" ${origin}/scim/v2/Users`,
    );
    await page.close();
  });

  it('filters by client, status and resource', async () => {
    const { origin, ask } = await inspectedSandbox();
    await ask('GET', '/scim/v2/Users');
    await ask('GET', '/scim/v2/Groups', undefined, 'wrong');
    await ask('POST', '/api/auth.test', {}, 'sandbox-bot-token');
    const { page } = await opened(origin);
    await rows(page).nth(2).waitFor();
    for (const [select, value, left] of [
      ['#client', 'probe/1.0 · bot', '/api/auth.test'],
      ['#status', 'refused', '/scim/v2/Groups'],
      ['#resource', 'Users', '/scim/v2/Users'],
    ] as const) {
      await page.locator(select).selectOption(value);
      await expect.poll(() => page.locator('.row .path').allTextContents()).toEqual([left]);
      await page.locator(select).selectOption('');
    }
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.locator('#pause').click();
    await ask('GET', '/scim/v2/Users');
    await expect.poll(() => page.locator('#tally').textContent()).toBe('3 requests · 1 waiting');
    await page.locator('#pause').click();
    await expect.poll(() => page.locator('#tally').textContent()).toBe('4 requests');
    await page.close();
  });

  it("asks for a token, and again if the token is not an owner's", async () => {
    const { origin } = await inspectedSandbox();
    const page = await browser().newPage();
    await page.goto(`${origin}/_inspect`);
    await page.locator('#token').fill('sandbox-member-token');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#login-error').textContent()).toContain('not that of an owner');
    expect(await page.locator('#app').isVisible()).toBe(false);
    await page.locator('#token').fill('sandbox-owner-token');
    await page.keyboard.press('Enter');
    await page.locator('.state.live').waitFor();
    await page.close();
  });

  it('renders only the visible rows and keeps 10,000 requests', async () => {
    const { origin, inspector } = await inspectedSandbox();
    const request = { method: 'GET', url: `${origin}/scim/v2/Users`, headers: {} };
    const answer = { status: 200, headers: {}, text: '{}', delivery: { kind: 'whole' } } as const;
    for (let seq = 1; seq <= 10_001; seq += 1) inspector.recorder.tell({ request, answer, took: 1 });
    const { page } = await opened(origin);
    await expect.poll(() => page.locator('#tally').textContent()).toBe('10,000 requests');
    expect(await rows(page).count()).toBeLessThan(60);
    await page.locator('#list').focus();
    await page.keyboard.press('End');
    await page.locator('#row-2').waitFor();
    expect(await page.locator('#row-1').count()).toBe(0);
    expect(await page.locator('#list').getAttribute('aria-activedescendant')).toBe('row-2');
    await page.close();
  });
});
