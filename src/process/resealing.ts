/** A row with something sealed in it. */
export interface ResealedRow {
  /** Null where the present key has sealed it already; throws where no key opens it. */
  sealAnew(): Buffer | null;
  /** Writes it where the row still has what was read; how many rows that were. */
  replace(sealed: Buffer): PromiseLike<number>;
}

/** Seals rows with the present key, one statement each: whoever wrote one meanwhile has used a key of his own choice. */
export async function reseal(
  rows: readonly ResealedRow[],
): Promise<{ readonly looked: number; readonly resealed: number; readonly unopened: number }> {
  let [resealed, unopened] = [0, 0];
  for (const row of rows) {
    const sealed = sealedAnew(row);
    if (sealed === 'unopened') unopened += 1;
    else if (sealed !== null) resealed += await row.replace(sealed);
  }
  return { looked: rows.length, resealed, unopened };
}

function sealedAnew(row: ResealedRow): Buffer | null | 'unopened' {
  try {
    return row.sealAnew();
  } catch {
    return 'unopened';
  }
}
