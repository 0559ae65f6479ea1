import { randomUUID } from 'node:crypto';
import { showMoney } from '../../src/process/money.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { given, money, need, text } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const wallet: CommandGroup = {
  summary: 'Wallets: what a pay-as-you-go tenant has left to spend.',
  commands: {
    credit: operatorCommand({
      summary: "Adds money to a tenant's wallet. Each time adds once more, unless it is given the same key.",
      arguments: { tenant: tenantArgument, amount: need(money('In the currency, with up to six decimals, such as 25 or 12.50.')) },
      options: {
        note: text('What the money is, for people.'),
        dedupeKey: text('Names the payment: added once, however often it is sent with the same key (a new one).', 'KEY'),
      },
      examples: ['ringpost wallet credit ten_01kdvy0a2c4e6g8j0m2p4r6t8v 25 --note "Invoice 1042" --dedupe-key invoice-1042'],
      ask: (api, { tenant, amount, dedupeKey = randomUUID(), ...about }) =>
        api.creditWallet({ path: { tenantId: tenant }, body: { amountMicros: amount, dedupeKey, ...given(about) } }),
      show: (screen, { wallet }) => screen.fields({ balance: showMoney(wallet.balanceMicros) }),
    }),

    show: operatorCommand({
      summary: 'Shows the balance and the newest hundred entries of the ledger, newest first.',
      arguments: { tenant: tenantArgument },
      examples: ['ringpost wallet show ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.readWallet({ path: { tenantId: tenant } }),
      show(screen, { wallet, ledger }) {
        screen.fields({ balance: showMoney(wallet.balanceMicros) });
        screen.table(
          ledger,
          [
            { title: 'TIME', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
            { title: 'KIND', value: ({ kind }) => kind },
            {
              title: 'AMOUNT',
              value: ({ amountMicros }) => showMoney(amountMicros),
              tone: ({ amountMicros }) => (amountMicros < 0 ? 'bad' : 'good'),
              right: true,
            },
            { title: 'BALANCE', value: ({ balanceAfterMicros }) => showMoney(balanceAfterMicros), right: true },
            { title: 'CALL', value: ({ callId }) => callId },
            { title: 'NOTE', value: ({ note }) => note, shrinks: true },
          ],
          'The ledger is empty.',
        );
      },
    }),
  },
};
