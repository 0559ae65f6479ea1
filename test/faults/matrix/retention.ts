import type { Finding } from './verdict.ts';

/** Something that is kept for a time, and whether it was there when all was over. */
export interface KeptRecord {
  /** What it is, and which. */
  readonly name: string;
  /** When its time is up, by the service's clock; null where it is live, and has no time yet. */
  readonly until: number | null;
  readonly isThere: boolean;
}

export interface RetentionEvidence {
  readonly kept: readonly KeptRecord[];
  /** By the service's clock: what was up before the first of these is surely removed, and what is up after the second may not be. */
  readonly sweptBefore: number;
  readonly lookedAt: number;
}

/** Judges the retention: nothing live and nothing that has time left is removed, and what is up is removed with the next turn. */
export function retentionFindings({ kept, sweptBefore, lookedAt }: RetentionEvidence): readonly Finding[] {
  const isUp = ({ until }: KeptRecord): boolean => until !== null && until < sweptBefore;
  return [
    ...kept
      .filter(({ until, isThere }) => !isThere && (until === null || until > lookedAt))
      .map(({ name, until }) => ({
        what: until === null ? 'removed, and it was live' : `removed ${seconds(until - lookedAt)} before its time`,
        subject: name,
      })),
    ...kept
      .filter((one) => one.isThere && isUp(one))
      .map(({ name, until }) => ({ what: `kept ${seconds(lookedAt - (until ?? lookedAt))} too long`, subject: name })),
    ...(kept.some(isUp) ? [] : [{ what: 'nothing was up that is kept for a time', subject: 'the load' }]),
  ];
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
