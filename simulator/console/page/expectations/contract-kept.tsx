import { useEffect, useState } from 'preact/hooks';
import { plural } from '../frame/format.ts';
import { Badge } from '../frame/parts.tsx';
import { get, Refused } from '../link/api.ts';
import { settleMs } from '../link/reading.ts';
import type { Result } from './expectation.ts';

/** Shows if anything so far broke the documents. It is checked again as things arrive. */
export function ContractKept({ version }: { version: number }) {
  const [found, setFound] = useState<Result | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => verify().then(setFound, () => setFound(null)), settleMs);
    return () => clearTimeout(timer);
  }, [version]);
  return (
    <section class="card" aria-label="The contract">
      <header>
        <h3>The contract</h3>
        {found && <Badge tone={found.isMet ? 'good' : 'bad'}>{found.isMet ? 'kept' : 'broken'}</Badge>}
      </header>
      <p class="hint verdict">{found?.says ?? 'Not known yet.'}</p>
    </section>
  );
}

async function verify(): Promise<Result> {
  try {
    const { checked } = await get<{ checked: number }>('/verification');
    return { isMet: true, says: `${plural(checked, 'webhook and answer', 'webhooks and answers')} held against the documents.` };
  } catch (error) {
    if (error instanceof Refused && error.code === 'contract_broken') return { isMet: false, says: error.message };
    throw error;
  }
}
