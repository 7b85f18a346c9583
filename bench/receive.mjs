// The least that listing users costs: receiving the pages and throwing them away.
// node bench/receive.mjs ORIGIN USERS

import { Pool } from 'undici';

const [origin, users] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 1 });
for (let startIndex = 1; startIndex <= Number(users); startIndex += 1000) {
  const { body } = await pool.request({
    path: `/scim/v2/Users?startIndex=${startIndex}&count=1000`,
    method: 'GET',
    headers: { accept: 'application/json', authorization: 'Bearer bench-token-1234567890' },
  });
  await body.dump({ limit: Number.POSITIVE_INFINITY });
}
await pool.close();
