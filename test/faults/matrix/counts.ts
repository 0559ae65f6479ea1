import type { Finding } from './verdict.ts';

/** How many deliveries of a tenant a list says there are, which is kept as counts (D-69), and how many there are. */
export interface CountRecord {
  readonly tenantId: string;
  readonly counted: number;
  /** The rows of its pages, each once. */
  readonly listed: number;
  /** The rows of the database. */
  readonly stored: number;
}

/** Judges the counts: they are what is in the lists and in the table, whichever process died while it counted. */
export function countFindings(counts: readonly CountRecord[]): readonly Finding[] {
  return counts
    .filter(({ counted, listed, stored }) => counted !== stored || listed !== stored)
    .map(({ tenantId, counted, listed, stored }) => ({
      what: `${counted} deliveries counted, ${listed} listed, ${stored} stored`,
      subject: tenantId,
    }));
}
