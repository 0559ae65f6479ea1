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

/** Keeps the scenarios that are written for one simulator or session, each with its own block, beside the built-in ones. */
export function ownScenarios<Scenario extends Placed, Written extends Unplaced>(
  builtIn: readonly Scenario[],
  make: (written: Written, block: string) => Scenario,
) {
  let own: readonly Scenario[] = [];
  return {
    all: (): readonly Scenario[] => [...builtIn, ...own],
    ofBlock: (block: string | undefined): Scenario | undefined => own.find((each) => each.block === block),
    toAdd(written: readonly Written[]): () => readonly Scenario[] {
      const isWritten = ({ name }: Scenario): boolean => written.some((each) => each.name === name);
      const placed = own.filter((each) => !isWritten(each));
      for (const each of written) placed.push(make(each, blockFor(each, builtIn, placed)));
      return () => {
        own = placed;
        return own.filter(isWritten);
      };
    },
  };
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
