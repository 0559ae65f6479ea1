// npm install --save-dev testcontainers; node --test
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { GenericContainer, TestContainers, Wait } from 'testcontainers';

const received = [];
const answers = [500, 204];
const receiver = createServer(async (request, response) => {
  const body = await text(request);
  received.push({ id: request.headers['x-webhook-delivery-id'], body: JSON.parse(body) });
  response.writeHead(answers.shift() ?? 204).end();
});
let container;
let simulator;

before(async () => {
  await new Promise((resolve) => receiver.listen(0, resolve));
  await TestContainers.exposeHostPorts(receiver.address().port);
  container = await new GenericContainer('ringpost-simulator')
    .withExposedPorts(8090)
    .withCommand(['--speed', 'manual'])
    .withWaitStrategy(Wait.forHttp('/healthz', 8090))
    .start();
  simulator = `http://${container.getHost()}:${container.getMappedPort(8090)}`;
});

after(async () => {
  await container?.stop();
  receiver.close();
});

const post = async (path, body = {}) => {
  const answer = await fetch(simulator + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.text());
};

test('a busy line reaches the receiver at the second attempt', async () => {
  const url = `http://host.testcontainers.internal:${receiver.address().port}/hooks`;
  await post('/webhooks/calls', { url, secret: 'between us', phoneNumber: '+15550110001' });
  await post('/time/run-until-idle');
  assert.deepEqual(
    received.map(({ body }) => body.data.outcome),
    ['BUSY', 'BUSY'],
  );
  assert.equal(received[0].id, received[1].id);
});
