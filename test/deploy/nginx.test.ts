import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { notFound, overloaded, payloadTooLarge } from '../../src/errors.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { fileOf } from '../cluster/launch.ts';
import { startNginx } from '../cluster/proxies.ts';
import { listen, listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';

const withoutNginx = spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx';

test('the router takes a moved key of the cell with the longest name', { skip: withoutNginx }, async (t) => {
  const folder = folderFor(t);
  const cells = await Promise.all(
    ['c1', 'c2'].map((name) => listen(createServer((_request, response) => void response.end(`the cell ${name}`)))),
  );
  t.after(() => Promise.all(cells.map((cell) => cell.close())));
  const [one = 0, two = 0] = cells.map(({ port }) => port);
  const nginx = await startNginx(folder, [
    { publicPorts: [one, one, one], operatorPorts: [one] },
    { publicPorts: [two], operatorPorts: [two] },
  ]);
  t.after(() => nginx.stop());
  const key = `rp_live_${'c'.repeat(16)}_${newIdentifier('key', new Date()).slice('key_'.length)}`;
  // Each on a connection of its own: a reload closes those that are idle.
  const options = { agent: false, headers: { authorization: `Bearer ${key}_secret` } };
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) =>
      get(nginx.publicUrl, options, (answer) => void text(answer).then(resolve, reject)).on('error', reject),
    );
  assert.equal(await ask(), 'the cell c1');
  await nginx.move(key, 'c2');
  assert.equal(await ask(), 'the cell c2');
});

test('a cell that does not answer is told of in the envelope of the service, and harms no other', { skip: withoutNginx }, async (t) => {
  const folder = folderFor(t);
  const [sound, cutting] = await Promise.all([
    listen(createServer((_request, response) => void response.end('the cell c1'))),
    listen(createServer((message) => message.socket.destroy())),
  ]);
  t.after(() => Promise.all([sound.close(), cutting.close()]));
  /** Asks both cells, of which the second is at the port. */
  const askWith = async (method: string, port: number) => {
    const nginx = await startNginx(folder, [
      { publicPorts: [sound.port, sound.port, sound.port], operatorPorts: [sound.port] },
      { publicPorts: [port], operatorPorts: [port] },
    ]);
    const ask = async (cell: string): Promise<IncomingMessage> => {
      const headers = { authorization: `Bearer rp_live_${cell}_${'0'.repeat(26)}_secret` };
      const [answer] = await once(request(nginx.publicUrl, { method, agent: false, headers }).end(), 'response');
      return answer;
    };
    const [one, two] = [await ask('c1'), await ask('c2')];
    assert.equal(await text(one), 'the cell c1');
    const said = { status: two.statusCode, type: two.headers['content-type'], retryAfter: two.headers['retry-after'] };
    const { error } = JSON.parse(await text(two));
    await nginx.stop();
    return { ...said, code: error.code, message: error.message };
  };
  const { code, message } = overloaded();
  /** Is a port at which nothing listens. */
  const nobody = 1;
  const json = 'application/json';
  for (const method of ['GET', 'POST']) {
    assert.deepEqual(await askWith(method, nobody), { status: 503, type: json, retryAfter: '1', code, message });
    const unknown = await askWith(method, cutting.port);
    assert.deepEqual([unknown.status, unknown.type, unknown.code], [500, json, 'internal_error']);
  }
});

test('where TLS is ended before, what the file says of it lets the service see who asks', { skip: withoutNginx }, async (t) => {
  const cell = await listenFor(
    t,
    createServer(({ headers }, response) => void response.end(headers['x-forwarded-for'])),
  );
  const commented = [...(await fileOf('nginx/ringpost.conf')).matchAll(/^ +# (set_real_ip_from|real_ip_header) (.*;)$/gm)];
  for (const [alsoInServer, seen] of [
    ['', '127.0.0.1'],
    [commented.map(([, name, value]) => `${name} ${name === 'set_real_ip_from' ? '127.0.0.1;' : value}`).join(' '), '198.51.100.7'],
  ] as const) {
    const cells = [
      { publicPorts: [cell.port, cell.port, cell.port], operatorPorts: [cell.port] },
      { publicPorts: [cell.port], operatorPorts: [cell.port] },
    ] as const;
    const nginx = await startNginx(folderFor(t), cells, { alsoInServer });
    t.after(() => nginx.stop());
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' };
    const [answer]: IncomingMessage[] = await once(request(nginx.publicUrl, { agent: false, headers }).end(), 'response');
    assert.ok(answer);
    assert.equal(await text(answer), seen);
  }
});

test('a caller that closes its half of the connection behind its request gets the answer', { skip: withoutNginx }, async (t) => {
  const waiting: ServerResponse[] = [];
  const server = createServer(({ url }, response) => void (url === '/later' ? waiting.push(response) : response.end('now')));
  const cell = await listenFor(t, server);
  const nginx = await startNginx(folderFor(t), [
    { publicPorts: [cell.port, cell.port, cell.port], operatorPorts: [cell.port] },
    { publicPorts: [cell.port], operatorPorts: [cell.port] },
  ]);
  t.after(() => nginx.stop());
  const caller = connect({ port: Number(new URL(nginx.publicUrl).port), host: '127.0.0.1', allowHalfOpen: true });
  caller.write('POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  await once(server, 'request');
  caller.end();
  // Another caller is answered by the time that nginx has seen the end.
  const [other]: IncomingMessage[] = await once(get(nginx.publicUrl, { agent: false }), 'response');
  assert.ok(other);
  assert.equal(await text(other), 'now');
  for (const response of waiting) response.end('later');
  assert.match(await text(caller), /^HTTP\/1\.1 200 /);
});

test('what the router refuses by itself is refused in the envelope of the service', { skip: withoutNginx }, async (t) => {
  const folder = folderFor(t);
  const cell = await listenFor(
    t,
    createServer((_request, response) => void response.end('the cell')),
  );
  const nginx = await startNginx(folder, [
    { publicPorts: [cell.port, cell.port, cell.port], operatorPorts: [cell.port] },
    { publicPorts: [cell.port], operatorPorts: [cell.port] },
  ]);
  t.after(() => nginx.stop());
  const ask = async (path: string, headers: Record<string, string | number>, method = 'GET') => {
    const asked = request(nginx.publicUrl, { path, method, agent: false, headers });
    // Of a large body no byte is sent: its length is enough.
    asked.flushHeaders();
    const [answer]: IncomingMessage[] = await once(asked, 'response');
    assert.ok(answer);
    const said = { status: answer.statusCode, type: answer.headers['content-type'], ...JSON.parse(await text(answer)) };
    asked.destroy();
    return said;
  };
  const type = 'application/json';
  const { status, code, message, details } = payloadTooLarge(4_194_304);
  assert.deepEqual(await ask('/api/v1/public/calls', { 'content-length': 9_000_000 }, 'POST'), {
    status,
    type,
    error: { code, message, details },
  });
  const tooLong = 'a'.repeat(40_000);
  for (const answer of [await ask(`/${tooLong}`, {}), await ask('/', { 'x-long': tooLong })])
    assert.deepEqual(answer, {
      status: 431,
      type,
      error: { code: 'invalid_request', message: 'The headers of the request are too large.' },
    });
});

test('a method that the router would refuse by itself is refused by the service, which knows what the path takes', {
  skip: withoutNginx,
}, async (t) => {
  const folder = folderFor(t);
  const seen: string[] = [];
  const cell = await listenFor(
    t,
    createServer(({ method, url, headers }, response) => {
      seen.push(`${method} ${url} of ${headers['x-forwarded-for']}`);
      response.writeHead(405, { Allow: 'GET' }).end('of the service');
    }),
  );
  const nginx = await startNginx(folder, [
    { publicPorts: [cell.port, cell.port, cell.port], operatorPorts: [cell.port] },
    { publicPorts: [1], operatorPorts: [cell.port] },
  ]);
  t.after(() => nginx.stop());
  const ask = async (method: string, cell: string) => {
    const headers = { authorization: `Bearer rp_live_${cell}_${'0'.repeat(26)}_secret` };
    const [answer]: IncomingMessage[] = await once(
      request(`${nginx.publicUrl}/calls?a=b`, { method, agent: false, headers }).end(),
      'response',
    );
    assert.ok(answer);
    return [answer.statusCode, answer.headers.allow, await text(answer)];
  };
  assert.deepEqual(await ask('TRACE', 'c1'), [405, 'GET', 'of the service']);
  assert.deepEqual(seen, ['TRACE /calls?a=b of 127.0.0.1']);
  const { code, message } = overloaded();
  assert.deepEqual(await ask('TRACE', 'c2'), [503, undefined, JSON.stringify({ error: { code, message } })]);
});

test('what is not HTTP is refused in the envelope of the service, whose own 400 stands', { skip: withoutNginx }, async (t) => {
  const folder = folderFor(t);
  const own = '{"error":{"code":"validation_failed","message":"of the service"}}';
  const cell = await listenFor(
    t,
    createServer((_request, response) => void response.writeHead(400, { 'content-type': 'text/own' }).end(own)),
  );
  const tlsPort = await freePort();
  const certificate = join(import.meta.dirname, '../support/receiver-certificate.pem');
  const nginx = await startNginx(
    folder,
    [
      { publicPorts: [cell.port, cell.port, cell.port], operatorPorts: [cell.port] },
      { publicPorts: [cell.port], operatorPorts: [cell.port] },
    ],
    { alsoInServer: `listen 127.0.0.1:${tlsPort} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${certificate};` },
  );
  t.after(() => nginx.stop());
  const ask = async (lines: readonly string[], port = Number(new URL(nginx.publicUrl).port)) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), type: /^content-type: (.*)$/im.exec(head)?.[1], body };
  };
  const refused = (status: number, code: string, message: string) => ({
    status,
    type: 'application/json',
    body: JSON.stringify({ error: { code, message } }),
  });
  const noHttp = refused(400, 'invalid_request', 'The request is not valid HTTP.');
  for (const lines of [
    ['no HTTP'],
    ['GET / HTTP/1.1'],
    ['GET /%00 HTTP/1.1', 'Host: x'],
    ['GET / HTTP/3.0', 'Host: x'],
    ['CONNECT / HTTP/1.1', 'Host: x'],
    ['TRACE / HTTP/1.1', 'Host: x', 'Content-Length: 10000000000'],
    ['TRACE / HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked'],
    ['POST / HTTP/1.1', 'Host: x', 'Content-Length: many'],
    ['POST / HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip'],
  ])
    assert.deepEqual(await ask(lines), noHttp, lines.join(', '));
  const toRoot = ['GET / HTTP/1.0', 'Host: x'];
  assert.deepEqual(await ask(toRoot), { status: 400, type: 'text/own', body: own });
  assert.deepEqual(await ask(toRoot, tlsPort), refused(400, 'invalid_request', 'This port takes HTTPS.'));
  const { status, code, message } = notFound();
  for (const path of ['/not-http', '/not-https', '/headers-too-large'])
    assert.deepEqual(await ask([`GET ${path} HTTP/1.1`, 'Host: x']), refused(status, code, message));
});
