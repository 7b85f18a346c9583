// What most scripts do: a fixed number of parallel requests; a throttled row sleeps as long as Retry-After
// says and is sent again.
// node bench/naive-client.mjs ORIGIN ROWS IN_FLIGHT

import { setTimeout as sleep } from 'node:timers/promises';

const [origin, rows, inFlight] = process.argv.slice(2);
let next = 0;
async function worker() {
  while (next < Number(rows)) {
    next += 1;
    const body = `{"userName":"person.${next}"}`;
    for (;;) {
      const answer = await fetch(`${origin}/scim/v2/Users`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer bench-token-1234567890' },
        body,
      });
      await answer.text();
      if (answer.status !== 429) break;
      await sleep(Number(answer.headers.get('retry-after')) * 1000);
    }
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, worker));
