import { type ControlOperation, ok, type Refused, refusing } from './control-operations.ts';
import { ContractBroken, ExpectationFailed, type Expectations, type ExpectedDelivery, type MetDelivery } from './expectations.ts';
import { type Json, numberAt, textAt } from './json.ts';
import { explain } from './receivers/delivery.ts';
import { timeRefusals } from './time-control-api.ts';

const refusals: readonly Refused[] = [
  { is: ExpectationFailed, status: 422, code: 'expectation_failed' },
  { is: ContractBroken, status: 422, code: 'contract_broken' },
  ...timeRefusals,
];

/** Implements the expectations' operations. Their bodies already fit the document. */
export function expectationOperations(expectations: Expectations): Readonly<Record<string, ControlOperation>> {
  return refusing(refusals, {
    expectDelivery: async ({ body }) => ok({ delivery: metView(await expectations.expectDelivery(body as ExpectedDelivery)) }),
    expectNoDelivery: async ({ body }) => {
      await expectations.expectNoDelivery(body as ExpectedDelivery);
      return new Response(null, { status: 204 });
    },
    expectStates: async ({ body }) => {
      const states = body['states'] as readonly string[];
      await expectations.expectStates(textAt(body, 'call') ?? '', states, { within: numberAt(body, 'within') ?? 0 });
      return ok({ states });
    },
    readVerification: () => ok({ checked: expectations.verify(), breaches: [] }),
  });
}

const metView = ({ receiver, delivery }: MetDelivery): Json => ({
  receiver,
  number: delivery.number,
  deliveryId: delivery.deliveryId,
  attempt: delivery.attempt,
  event: delivery.verdict.contract.event,
  explanation: explain(delivery.verdict),
  body: delivery.body.toString('utf8'),
});
