import { type Fields, inner, text } from '../../network/provider-json.ts';
import type { UnknownPart } from '../voice-provider.ts';

/**
 * What the official SDK, in the version of `test/package.json`, names of the server messages that we ask for, and of the others by their
 * types. `test/voice/vapi/official-types.test.ts` says what a newer version adds. What a callback has besides is counted, and is no error.
 */
export const officialTypes: readonly string[] = [
  'assistant-request',
  'assistant.speechStarted',
  'call.artifact.upload',
  'call.delete.failed',
  'call.deleted',
  'call.endpointing.request',
  'campaign.predial',
  'chat.created',
  'chat.deleted',
  'conversation-update',
  'end-of-call-report',
  'handoff-destination-request',
  'hang',
  'knowledge-base-request',
  'language-change-detected',
  'model-output',
  'phone-call-control',
  'session.created',
  'session.deleted',
  'session.updated',
  'speech-update',
  'status-update',
  'tool-calls',
  'transcript',
  'transcript[transcriptType="final"]',
  'transfer-destination-request',
  'transfer-update',
  'user-interrupted',
  'voice-input',
  'voice-request',
];

export const officialKeys: Readonly<Record<Part, readonly string[]>> = {
  message: [
    'analysis',
    'artifact',
    'assistant',
    'assistantVersion',
    'call',
    'chat',
    'compliance',
    'cost',
    'costs',
    'customer',
    'destination',
    'endedAt',
    'endedReason',
    'inboundPhoneCallDebuggingArtifacts',
    'messages',
    'messagesOpenAIFormatted',
    'phoneNumber',
    'startedAt',
    'status',
    'summary',
    'timestamp',
    'transcript',
    'type',
  ],
  call: [
    'analysis',
    'artifact',
    'artifactPlan',
    'assistant',
    'assistantId',
    'assistantOverrides',
    'assistantVersion',
    'campaignId',
    'compliance',
    'cost',
    'costBreakdown',
    'costs',
    'createdAt',
    'customer',
    'customerId',
    'destination',
    'endedAt',
    'endedMessage',
    'endedReason',
    'id',
    'messages',
    'monitor',
    'name',
    'orgId',
    'phoneCallProvider',
    'phoneCallProviderId',
    'phoneCallTransport',
    'phoneNumber',
    'phoneNumberId',
    'schedulePlan',
    'squad',
    'squadId',
    'squadOverrides',
    'startedAt',
    'status',
    'transport',
    'type',
    'updatedAt',
    'workflow',
    'workflowId',
    'workflowOverrides',
  ],
  artifact: [
    'assistantActivations',
    'logUrl',
    'messages',
    'messagesOpenAIFormatted',
    'nodes',
    'pcapUrl',
    'performanceMetrics',
    'presignedAssistantUrl',
    'presignedCustomerUrl',
    'presignedLogUrl',
    'presignedMonoUrl',
    'presignedPcapUrl',
    'presignedStereoUrl',
    'presignedUrlsExpiresAt',
    'presignedVideoUrl',
    'recording',
    'recordingUrl',
    'scorecards',
    'skippedStructuredOutputs',
    'stereoRecordingUrl',
    'structuredOutputs',
    'structuredOutputsLastUpdatedAt',
    'transcript',
    'transfers',
    'variableValues',
    'videoRecordingStartDelaySeconds',
    'videoRecordingUrl',
  ],
  analysis: ['structuredData', 'structuredDataMulti', 'successEvaluation', 'summary'],
};

type Part = 'message' | 'call' | 'artifact' | 'analysis';

/** Are keys that Vapi sends, and that we read or have seen described, although its SDK does not name them. */
const unofficialKeys: readonly string[] = ['message.recordingUrl', 'message.callId', 'call.recordingUrl', 'call.transcript'];

const knownTypes = new Set(officialTypes);
const knownKeys = new Set([
  ...Object.entries(officialKeys).flatMap(([part, keys]) => keys.map((key) => `${part}.${key}`)),
  ...unofficialKeys,
]);

/** Returns what a server message has that nobody has told us of: its type, or keys of the messages that we read. */
export function unknownIn(message: Fields): readonly UnknownPart[] {
  const type = text(message, 'type') ?? '';
  if (!knownTypes.has(type)) return [{ kind: 'type', name: type }];
  if (type !== 'status-update' && type !== 'end-of-call-report') return [];
  const call = inner(message, 'call');
  const parts = { message, call, artifact: inner(message, 'artifact'), analysis: inner(message, 'analysis') };
  return Object.entries(parts).flatMap(([part, fields]) =>
    Object.keys(fields ?? {}).flatMap((key) => (knownKeys.has(`${part}.${key}`) ? [] : [{ kind: 'key' as const, name: `${part}.${key}` }])),
  );
}
