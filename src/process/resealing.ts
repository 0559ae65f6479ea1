export interface ResealedRow {
  /** Seals the value again, or returns null if the present key sealed it. Throws if no key opens it. */
  sealAnew(): Buffer | null;
  /** Writes the value if the row still has the one that was read. Resolves to the number of rows written. */
  replace(sealed: Buffer): PromiseLike<number>;
}

/**
 * Seals rows with the present key, in one statement each. A row that was written meanwhile is already sealed with a key
 * of its writer.
 */
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
