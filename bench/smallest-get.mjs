// The smallest program that reads one user with undici and prints it.
// node bench/smallest-get.mjs ORIGIN ID

import { request } from 'undici';

const [origin, id] = process.argv.slice(2);
const { body } = await request(`${origin}/scim/v2/Users/${id}`, {
  headers: { accept: 'application/json', authorization: 'Bearer bench-token-1234567890' },
});
console.log(JSON.stringify(await body.json(), null, 2));
