import Fastify from 'fastify';
import { publicContract } from '../../src/contract/documents.ts';
import { openWork, type PlaceBody } from './work.ts';

/** Answers with Fastify, using the document's own schema for the request's body and a schema to serialise its answers. */
const work = await openWork();
const app = Fastify({ ajv: { customOptions: { strict: false, coerceTypes: false, removeAdditional: false } } });

app.get('/healthz', async () => ({}));

app.post<{ Body: PlaceBody }>(
  '/api/v1/public/calls',
  { schema: { body: bodySchema(), response: { 201: answerSchema() } } },
  async (request, reply) => {
    const call = await work.placeCall(request.headers.authorization, request.body);
    return reply.code(201).send(call);
  },
);

app.get<{ Params: { id: string } }>(
  '/api/v1/public/calls/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }, response: { 200: answerSchema() } } },
  async (request, reply) => {
    const call = await work.readCall(request.headers.authorization, request.params.id);
    return call ?? reply.code(404).send({});
  },
);

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit());

function bodySchema(): object {
  const { document } = publicContract();
  const body = document.paths?.['/calls']?.post?.requestBody;
  if (!body || '$ref' in body) throw new Error('The document has no body for POST /calls.');
  const schema = body.content['application/json']?.schema;
  if (!schema) throw new Error('The body of POST /calls has no schema.');
  // The copy includes the components that the schema refers to by `#/components/…`.
  return { ...schema, components: document.components };
}

function answerSchema(): object {
  const nullable = (type: string) => ({ type: [type, 'null'] });
  const texts = ['id', 'status', 'agentId', 'phoneNumber', 'fromPhoneNumber', 'direction'];
  const nullableTexts = [
    'outcome',
    'endedReason',
    'transcript',
    'extractionError',
    'consentRecordId',
    'recordingUrl',
    'startedAt',
    'endedAt',
  ];
  const anything = { type: 'object', additionalProperties: true };
  const properties = {
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])),
    ...Object.fromEntries(nullableTexts.map((name) => [name, nullable('string')])),
    createdAt: { type: 'string', format: 'date-time' },
    durationSeconds: nullable('integer'),
    knownConsent: { type: 'boolean' },
    variables: anything,
    metadata: anything,
    extraction: {},
  };
  return { type: 'object', properties: { call: { type: 'object', properties } } };
}
