import { firstOwnBlock } from './limits.ts';

export class BlockTaken extends Error {}
export class NoBlockFree extends BlockTaken {}

interface Placed {
  readonly name: string;
  readonly block: string;
}

interface Unplaced {
  readonly name: string;
  /** Is null for the first free one. */
  readonly block: string | null;
}

/** Adds the new scenarios to the own ones, each with its own block. Throws `BlockTaken`. */
export function withOwn<Scenario extends Placed, Written extends Unplaced>(
  builtIn: readonly Scenario[],
  own: readonly Scenario[],
  written: readonly Written[],
  make: (written: Written, block: string) => Scenario,
): readonly Scenario[] {
  const placed = own.filter(({ name }) => !written.some((each) => each.name === name));
  for (const each of written) placed.push(make(each, blockFor(each, builtIn, placed)));
  return placed;
}

function blockFor({ name, block }: Unplaced, builtIn: readonly Placed[], others: readonly Placed[]): string {
  const taken = new Map([...builtIn, ...others].map((each) => [each.block, each.name]));
  if (builtIn.some((each) => each.name === name)) throw new BlockTaken(`${name} is the name of a scenario that is built in.`);
  const holder = block === null ? undefined : taken.get(block);
  if (holder !== undefined) throw new BlockTaken(`The block ${block} of ${name} is that of ${holder}.`);
  let free = firstOwnBlock;
  while (taken.has(String(free)) && free < 999) free += 1;
  if (block === null && taken.has(String(free))) throw new NoBlockFree('The blocks from 900 to 999 are all taken.');
  return block ?? String(free);
}
