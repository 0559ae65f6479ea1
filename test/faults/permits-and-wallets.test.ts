import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answeredCall, closedBy, soundDial, soundWallet } from './matrix/sound-evidence.ts';
import { fails, type Story, verdictOn } from './matrix/story.ts';
import type { LedgerRecord, WalletRecord } from './matrix/wallets.ts';

describe('the verdict on permits', () => {
  const late = { ...soundDial, callId: 'd', phoneNumber: '+14155550101', at: 3 };
  const asks = [soundDial, late].map(({ phoneNumber }) => ({ tenantId: 'ten_1', phoneNumber, from: 1, to: 3, isAnswered: true }));

  test('fails where one is still taken after all has ended', () =>
    fails(
      { evidence: { permits: [{ tenantId: 'ten_1', limit: 1, taken: 1 }] } },
      /lost 0.* permits 1, wallets 0, counts 0, recordings 0, budgets 0, retention 0$/,
    ));

  test('fails where a tenant had more calls at once than it may', () =>
    fails(
      { evidence: { dials: [soundDial, late], asks } },
      /unasked dials 0, permits 1, wallets 0, counts 0, recordings 0, budgets 0, retention 0$/,
    ));

  test('passes where one call began when another had ended, or belonged to another tenant', () => {
    const next = { ...late, at: soundDial.until };
    assert.equal(verdictOn({ evidence: { dials: [soundDial, next], asks } }).passed, true);
    const ofAnother = [asks[0], { ...asks[1], tenantId: 'ten_2' }] as typeof asks;
    assert.equal(verdictOn({ evidence: { dials: [soundDial, late], asks: ofAnother } }).passed, true);
  });

  test('does not count a call that gave its permit back before it was found', () => {
    const calls = [answeredCall, { ...answeredCall, id: 'd', tenantId: 'ten_2', hasExpired: true }];
    assert.equal(verdictOn({ evidence: { dials: [soundDial, late], asks, calls } }).passed, true);
  });

  test('fails where no tenant reached its limit, which would prove nothing', () =>
    fails(
      { evidence: { permits: [{ tenantId: 'ten_1', limit: 2, taken: 0 }] } },
      /permits 1, wallets 0, counts 0, recordings 0, budgets 0, retention 0$/,
    ));
});

describe('the verdict on wallets', () => {
  const wallet = (broken: Partial<WalletRecord>): Story => ({ evidence: { wallets: [{ ...soundWallet, ...broken }] } });
  const [credit, hold, settlement] = soundWallet.ledger as [LedgerRecord, LedgerRecord, LedgerRecord];
  const again = { ...settlement, amountMicros: -33_334, balanceAfterMicros: 933_332 };

  const wrong: readonly (readonly [string, Story, RegExp])[] = [
    ['a call was charged twice', wallet({ balanceMicros: 933_332, ledger: [credit, hold, settlement, again] }), /^1 holds and 2 entries/m],
    [
      'a call has no hold',
      wallet({ balanceMicros: 1_266_669, ledger: [credit, { ...settlement, balanceAfterMicros: 1_266_669 }] }),
      /^0 holds and 1 entries/m,
    ],
    ['a call has neither hold nor charge', wallet({ balanceMicros: 1_000_000, ledger: [credit] }), /^0 holds and 0 entries/m],
    ['a hold was never closed', wallet({ balanceMicros: 699_997, ledger: [credit, hold] }), /^1 holds and 0 entries/m],
    [
      'a charge is a micro-unit off',
      wallet({ balanceMicros: 966_667, ledger: closedBy('settlement', 266_670, 966_667) }),
      /^33333 were charged/m,
    ],
    ['the balance is not the sum', wallet({ balanceMicros: 966_665 }), /^the balance is 966665, and the sum of the ledger 966666$/m],
    [
      'a balance after an entry is not the sum',
      wallet({ ledger: closedBy('settlement', 266_669, 1) }),
      /is not the sum up to it, 1 times$/m,
    ],
    ['money was credited that nobody gave', wallet({ fundedMicros: 900_000 }), /^1000000 were credited/m],
    ['money was moved of a tenant that pays by invoice', wallet({ fundedMicros: null }), /^pays by invoice/m],
    ['a call that nobody answered was charged', { call: { talkedSeconds: null, durationSeconds: null } }, /cost 0$/m],
    ['a call that was found too late was charged', { call: { hasExpired: true } }, /cost 0$/m],
  ];
  for (const [what, story, said] of wrong)
    test(`fails where ${what}`, () => {
      fails(story, /lost 0.* wallets [1-9]\d*, counts 0, recordings 0, budgets 0, retention 0$/);
      assert.match(
        verdictOn(story)
          .wallets.map(({ what }) => what)
          .join('\n'),
        said,
      );
    });

  test('fails where a wallet is overdrawn', () => {
    const [credited, held] = [
      { ...credit, amountMicros: 200_000, balanceAfterMicros: 200_000 },
      { ...hold, balanceAfterMicros: -100_003 },
    ];
    const ledger = [credited, held, { ...settlement, balanceAfterMicros: 166_666 }];
    fails(wallet({ fundedMicros: 200_000, balanceMicros: 166_666, ledger }), /wallets 1, counts 0, recordings 0, budgets 0, retention 0$/);
  });

  test('passes where a call cost more than there was, and all there was is taken', () => {
    const [credited, held] = [
      { ...credit, amountMicros: 310_000, balanceAfterMicros: 310_000 },
      { ...hold, balanceAfterMicros: 9_997 },
    ];
    const ledger = [credited, held, { ...settlement, amountMicros: -9_997, balanceAfterMicros: 0 }];
    const story = wallet({ fundedMicros: 310_000, balanceMicros: 0, ledger });
    assert.equal(verdictOn({ ...story, call: { durationSeconds: 200, talkedSeconds: 200 } }).passed, true);
  });
});
