// The least that creating users costs: an undici Pool with this many requests in flight, and nothing else.
// node bench/bare-pool.mjs ORIGIN ROWS IN_FLIGHT

import { Pool } from 'undici';

const [origin, rows, inFlight] = process.argv.slice(2);
const pool = new Pool(origin, { connections: Number(inFlight) });
let next = 0;
async function worker() {
  while (next < Number(rows)) {
    next += 1;
    const body = `{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"userName":"person.${next}","name":{"givenName":"Given","familyName":"Family"},"displayName":"Given Family","emails":[{"value":"person.${next}@example.com","primary":true}],"title":"Engineer","active":true}`;
    const { statusCode, body: answer } = await pool.request({
      path: '/scim/v2/Users',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer bench-token-1234567890' },
      body,
    });
    await answer.text();
    if (statusCode !== 201) process.exitCode = 3;
  }
}
await Promise.all(Array.from({ length: Number(inFlight) }, worker));
await pool.close();
