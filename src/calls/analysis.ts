import type { ExtractionWorkers } from '../agents/extraction-workers.ts';
import { firstCharacters } from '../contract/characters.ts';
import type { ProviderEvent } from '../voice/voice-provider.ts';
import type { CallRow } from './calls.ts';

/**
 * Checks the provider's analysis against the agent as it was when the call was placed: its active outcomes and its extraction
 * schema. A value that does not fit is left out, and the reason is given beside it.
 */
export async function readAnalysis(workers: ExtractionWorkers, call: CallRow, said: AnalyzedEvent): Promise<Analysis> {
  return {
    transcript: said.transcript,
    ...classify(call.active_outcomes, said),
    callback: said.callback,
    ...(await extract(workers, call, said.extraction)),
    recordingSource: said.recordingUrl,
    lacks: said.lacks,
  };
}

export interface Analysis {
  readonly transcript: string | null;
  readonly outcome: string | null;
  readonly notes: string | null;
  readonly callback: CallRow['callback'];
  /** The extraction is JSON as text. */
  readonly extraction: string | null;
  readonly extractionError: string | null;
  readonly recordingSource: string | null;
  /** Is what may still come. Without a classification the call has no analysis yet. */
  readonly lacks: AnalyzedEvent['lacks'];
}

type AnalyzedEvent = Extract<ProviderEvent, { kind: 'analyzed' }>;

function classify(activeOutcomes: readonly string[], { outcome, notes }: AnalyzedEvent): Pick<Analysis, 'outcome' | 'notes'> {
  if (outcome === null || activeOutcomes.includes(outcome)) return { outcome, notes };
  const remark = `The analysis said "${firstCharacters(outcome, 100).join('')}", which is not among the agent's active outcomes.`;
  return { outcome: null, notes: notes === null ? remark : `${notes} ${remark}` };
}

async function extract(
  workers: ExtractionWorkers,
  { tenant_id: tenantId, extraction_schema: schema }: CallRow,
  data: unknown,
): Promise<Pick<Analysis, 'extraction' | 'extractionError'>> {
  if (schema === null) return { extraction: null, extractionError: null };
  // When the provider's own extraction times out, it gives neither data nor an error.
  if (data === null || data === undefined) return { extraction: null, extractionError: 'provider returned no structured data' };
  if (typeof data !== 'object' || Array.isArray(data)) return { extraction: null, extractionError: 'the extracted data is not an object' };
  const extraction = jsonOf(data);
  if (extraction === null) return { extraction: null, extractionError: 'the extracted data is nested too deeply' };
  const extractionError = await workers.validate(tenantId, schema, extraction);
  return extractionError === null ? { extraction, extractionError } : { extraction: null, extractionError };
}

/** Returns the data as JSON, or null if it is nested so deeply that writing it overflows the stack. */
function jsonOf(data: object): string | null {
  try {
    return JSON.stringify(data);
  } catch {
    return null;
  }
}
