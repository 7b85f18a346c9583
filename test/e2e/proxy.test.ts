import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { freshHome, inShell } from '../support/real-bin.ts';
import { scriptedServer, tcpServer, tlsServer } from '../support/scripted-server.ts';

const USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  id: 'W12345678',
  userName: 'ann.lee',
};

const answerUser = (_: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(USER));
};

/** A proxy that opens every tunnel to one local port, and the first line of each request for one. */
async function proxyTo(target: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const { port } = await tcpServer((socket) => {
    socket.once('data', (head) => {
      asked.push(head.toString().split('\r\n')[0] ?? '');
      const service = connect(target, '127.0.0.1').on('error', () => socket.destroy());
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(service).pipe(socket);
    });
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}

const GET = 'orgctl --scim-version 2.0 scim users get W12345678 -o json';

it('the built program reaches an https URL through the proxy', async () => {
  const service = await tlsServer('api.example', answerUser);
  const proxy = await proxyTo(service.port);
  const settings = `ORGCTL_TOKEN=canary-1234 HTTPS_PROXY=${proxy.url} NODE_EXTRA_CA_CERTS=${service.certificate}`;
  const ran = await inShell(freshHome(), `${settings} ${GET} --scim-url https://api.example`);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(ran.stdout)).toMatchObject({ userName: 'ann.lee' });
  expect(proxy.asked).toEqual(['CONNECT api.example:443 HTTP/1.1']);
  expect(service.seen).toEqual([expect.stringContaining('GET /scim/v2/Users/W12345678')]);
});

it('the built program reaches an http URL through the proxy', async () => {
  const service = await scriptedServer(answerUser);
  const proxy = await proxyTo(service.port);
  const settings = `ORGCTL_TOKEN=canary-1234 HTTP_PROXY=${proxy.url}`;
  const ran = await inShell(freshHome(), `${settings} ${GET} --scim-url http://api.example --allow-http`);
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(proxy.asked).toEqual(['CONNECT api.example:80 HTTP/1.1']);
  expect(service.seen).toEqual([expect.stringContaining('GET /scim/v2/Users/W12345678')]);
});
