import { objectText, rawJson } from '../contract/raw-json.ts';
import type { AgentRow } from './agents.ts';

/** Returns the public view as JSON text. The extraction schema is shown as the tenant wrote it. */
export const agentText = (row: Pick<AgentRow, 'id' | 'name' | 'is_default' | 'extraction_schema' | 'updated_at'>): string =>
  objectText({
    id: row.id,
    name: row.name,
    isDefault: row.is_default,
    extractionSchema: rawJson(row.extraction_schema),
    updatedAt: row.updated_at,
  });
