import { isObject } from '../../contract/json.ts';
import { contextBlock } from '../context-block.ts';
import type { CallToPlace } from '../voice-provider.ts';
import { inDialect } from './dialect.ts';

/**
 * Builds the body of `POST /call`. The call's id travels as `name`, and its reference in the overrides' metadata. The tenant's own
 * metadata never goes to the provider (`E-POSTCALLS-07`), and is not an argument here.
 */
export function callRequest(call: CallToPlace, callbacks: CallbackTarget): Readonly<Record<string, unknown>> {
  const overrides = assistantOverrides(call, callbacks);
  return {
    name: call.callId,
    phoneNumberId: call.from.providerNumberId,
    customer: { number: call.to },
    ...(call.agent.providerAgentId === null ? { assistant: assistant(call) } : { assistantId: call.agent.providerAgentId }),
    assistantOverrides: overrides,
  };
}

export interface CallbackTarget {
  readonly url: string;
  /** Is Vapi's id of the HMAC (or bearer) credential that it signs its callbacks with. */
  readonly credentialId: string | null;
}

/** Vapi's names have at most 40 characters; an agent's may have more. */
const maxNameLength = 40;

const defaultModel = { provider: 'openai', model: 'gpt-4.1' };

const assistant = ({ agent, variables }: CallToPlace) => ({
  name: agent.name.slice(0, maxNameLength),
  model: {
    ...(Object.keys(agent.model).length > 0 ? agent.model : defaultModel),
    messages: [{ role: 'system', content: agent.systemPrompt + contextBlock(variables) }],
  },
  ...(Object.keys(agent.voice).length > 0 ? { voice: agent.voice } : {}),
});

const assistantOverrides = (call: CallToPlace, callbacks: CallbackTarget) => ({
  variableValues: withMembers(call.variables),
  metadata: { callId: call.callId, tenantId: call.tenantId, agentId: call.agentId, keyHash: call.keyHash, cell: call.cell },
  server: {
    url: callbacks.url,
    ...(callbacks.credentialId === null ? {} : { credentialId: callbacks.credentialId }),
    // By default Vapi does not retry its callbacks.
    backoffPlan: { type: 'exponential', maxRetries: 5, baseDelaySeconds: 1 },
  },
  serverMessages: ['status-update', 'end-of-call-report'],
  maxDurationSeconds: call.maxDurationSeconds,
  // A saved assistant may have its control switched off, or want a key that the service has not. Then nobody could hang up.
  monitorPlan: { controlEnabled: true, controlAuthenticationEnabled: false },
  artifactPlan: { recordingEnabled: true, recordingFormat: 'wav;l16', transcriptPlan: { enabled: true } },
  analysisPlan: {
    // Short conversations are classified too: "wrong number" takes one sentence.
    minMessagesThreshold: 0,
    // Vapi's default of 5 s is short for a long conversation, and after a timeout its answer is empty.
    structuredDataPlan: { enabled: true, timeoutSeconds: 30, schema: analysisSchema(call) },
  },
});

type Values = Readonly<Record<string, unknown>>;

/** Vapi's templates follow the path of a dotted name. So a variable `lead.name` is also the member `name` of `lead`, unless it has one (D-42). */
const withMembers = (variables: Values): Values =>
  Object.entries(variables).reduce((all, [name, value]) => withMember(all, name.split('.'), value), variables);

function withMember(owner: Values, [name = '', ...path]: readonly string[], value: unknown): Values {
  const inner = Object.hasOwn(owner, name) ? owner[name] : {};
  if (path.length > 0) return isObject(inner) ? { ...owner, [name]: withMember(inner, path, value) } : owner;
  return Object.hasOwn(owner, name) ? owner : { ...owner, [name]: value };
}

const analysisSchema = (call: CallToPlace) => ({
  type: 'object',
  properties: {
    outcome: { type: 'string', enum: call.activeOutcomes, description: 'How the call turned out.' },
    notes: { type: 'string', description: 'What a colleague should know before the next contact, in a sentence or two.' },
    callback: {
      type: 'object',
      description: 'Only where the person asked to be called back.',
      properties: {
        requestedAt: { type: 'string', format: 'date-time', description: 'When, in UTC.' },
        note: { type: 'string', description: "When and why, in the person's own words." },
      },
    },
    ...(call.extractionSchema === null ? {} : { extraction: inDialect(call.extractionSchema) }),
  },
  required: call.extractionSchema === null ? ['outcome'] : ['outcome', 'extraction'],
});
