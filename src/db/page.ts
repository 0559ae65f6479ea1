/** Reads a page of a list in the order of its ids, which is the order of their creation. The cursor is the last id of the page before. */
export async function pageOf<Row extends { readonly id: string }>(
  asked: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  read: (page: { readonly after: string | null; readonly limit: number }) => Promise<readonly Row[]>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const limit = asked.limit ?? usualLimit;
  // One row more than is shown tells whether another page follows.
  const rows = await read({ after: asked.cursor ?? null, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

const usualLimit = 50;
