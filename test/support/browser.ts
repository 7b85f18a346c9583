import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Starts the browser of this machine. @throws where there is none: what is looked at in a browser is not passed over. */
export function startBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) throw new Error(`there is no ${CHROMIUM}; install it: apt-get install chromium`);
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
