import { useState } from 'preact/hooks';
import { parseMoney } from '../../cli/money.ts';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { change } from './api.ts';
import { useChange } from './use-change.ts';

/** Names a payment, so that one that is asked for twice is added once. */
const newPayment = (): string => `page-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Adds money to a wallet. */
export function Credit({ path, onDone }: { path: string; onDone: () => void }) {
  const [dedupeKey, setDedupeKey] = useState(newPayment);
  const { isAsked, problem, ask } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const body = { amountMicros: parseMoney(String(given.get('amount'))) ?? 0, note: String(given.get('note')) || null, dedupeKey };
    void ask(async () => {
      await change<'creditWallet'>('POST', path, body);
      setDedupeKey(newPayment());
      form.reset();
    }).then(onDone);
  };
  return (
    <form class="facets" aria-label="Add money" onSubmit={submit}>
      <label>
        Amount
        <input name="amount" required inputMode="decimal" pattern="\d{1,9}(\.\d{1,6})?" placeholder="12.50" />
      </label>
      <label>
        What it is
        <input name="note" maxLength={500} placeholder="Invoice 1042" />
      </label>
      <button type="submit" class="primary" disabled={isAsked}>
        Add the money
      </button>
      {problem !== null && <Problem>{problem}</Problem>}
    </form>
  );
}
