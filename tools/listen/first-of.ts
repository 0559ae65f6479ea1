/** Returns the first items, and asks for no more of them. */
export async function firstOf<Item>(items: AsyncIterable<Item>, count: number): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= count) break;
  }
  return found;
}
