import { at, isObject, type Json, numberAt, objectAt } from '../json.ts';
import type { Story } from '../scenarios.ts';
import { ofAssistant, type SimulatedCall } from './calls.ts';
import { requiredOf, valueFor } from './generate-json.ts';

type Talked = Extract<Story, { kind: 'conversation' | 'voicemail' | 'script' }>;

/**
 * Returns Vapi's analysis of a conversation: a summary, and data of the schema in the call's `structuredDataPlan`, if
 * it has one. The outcome is the scenario's if the schema allows it.
 */
export function analysisOf(call: SimulatedCall): Json {
  const { story } = call.scenario;
  if (story.kind === 'unanswered' || !call.conversation || call.conversation.lines.length < fewestMessages(call)) return {};
  const said = { summary: call.conversation.notes, successEvaluation: String(outcomeOf(story) === 'INTERESTED') };
  // Vapi's analysis reports no timeout: the data is just absent.
  if (story.kind === 'conversation' && story.analysis === 'timed-out') return said;
  const structuredData = structuredDataOf(call, story);
  return structuredData === null ? said : { ...said, structuredData };
}

const outcomeOf = (story: Talked): string => (story.kind === 'voicemail' ? 'VOICEMAIL' : story.outcome);

const planOf = ({ request }: SimulatedCall): Json | null => ofAssistant(objectAt, request, 'analysisPlan');

/** Returns the least number of messages that Vapi analyses; a voicemail has one. */
const fewestMessages = (call: SimulatedCall): number => numberAt(planOf(call), 'minMessagesThreshold') ?? 2;

function structuredDataOf(call: SimulatedCall, story: Talked): unknown {
  const plan = objectAt(planOf(call), 'structuredDataPlan');
  if (plan?.['enabled'] !== true || !isObject(plan['schema'])) return null;
  const schema = plan['schema'];
  const outcome = at(schema, 'properties', 'outcome');
  // What a file calls otherwise than the schema allows was no finding of the analysis, such as UNKNOWN. A drawn one would be another call.
  if (story.kind === 'script' && isObject(outcome) && !allows(outcome, story.outcome)) return null;
  // An answering machine's message allows no other classification.
  if (story.kind === 'voicemail' && !allows(outcome, 'VOICEMAIL')) return null;
  const data = valueFor(schema, call.draws);
  if (!isObject(data)) return data;
  const told = { ...data, ...factsFor(schema, call, story) };
  const unasked = outcomeOf(story) === 'CALLBACK' || requiredOf(schema).includes('callback') ? undefined : 'callback';
  const whole = without(told, unasked);
  return story.kind === 'conversation' && story.analysis === 'missing-field' ? withoutRequiredField(schema, whole) : whole;
}

/** Returns facts that the scenario fixes, as far as the schema has a field for them. */
function factsFor(schema: Json, call: SimulatedCall, story: Talked): Json {
  const outcome = outcomeOf(story);
  const properties = objectAt(schema, 'properties') ?? {};
  const tomorrow = new Date(call.createdAt.getTime() + 24 * 60 * 60 * 1_000).toISOString();
  return {
    ...(allows(properties['outcome'], outcome) ? { outcome } : {}),
    ...(isObject(properties['notes']) ? { notes: call.conversation?.notes ?? '' } : {}),
    ...(isObject(properties['callback']) && outcome === 'CALLBACK'
      ? { callback: { requestedAt: tomorrow, note: 'Tomorrow morning.' } }
      : {}),
  };
}

function allows(schema: unknown, value: string): boolean {
  if (!isObject(schema)) return false;
  const choices = schema['enum'];
  return !Array.isArray(choices) || choices.includes(value);
}

/**
 * Removes a required field. The agent's own schema is under `extraction`; if that is absent, the whole schema counts as
 * the agent's.
 */
function withoutRequiredField(schema: Json, data: Json): Json {
  const inner = objectAt(schema, 'properties', 'extraction');
  const extraction = objectAt(data, 'extraction');
  if (inner && extraction) return { ...data, extraction: without(extraction, requiredOf(inner)[0]) };
  return without(
    data,
    requiredOf(schema).find((name) => name !== 'outcome'),
  );
}

const without = (data: Json, name: string | undefined): Json => Object.fromEntries(Object.entries(data).filter(([key]) => key !== name));
