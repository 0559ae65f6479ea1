import { parseMoney } from '../../cli/parts/money.ts';
import { Form, typedIn } from '../parts/form.tsx';
import { change } from './api.ts';

/** Adds money to a wallet. A payment that is asked for twice is added once. */
export const Credit = ({ path, onDone }: { path: string; onDone: () => void }) => (
  <Form
    name="Add money"
    act="Add the money"
    question={(given) => `${typedIn(given, 'amount')} goes into the wallet, and nothing takes it out again. Add it?`}
    send={(given, dedupeKey) =>
      change<'creditWallet'>('POST', path, {
        amountMicros: parseMoney(typedIn(given, 'amount')) ?? 0,
        note: typedIn(given, 'note') || null,
        dedupeKey,
      })
    }
    onDone={onDone}
  >
    <label>
      Amount
      <input name="amount" required inputMode="decimal" pattern="\d{1,9}(\.\d{1,6})?" placeholder="12.50" />
    </label>
    <label>
      What it is
      <input name="note" maxLength={500} placeholder="Invoice 1042" />
    </label>
  </Form>
);
