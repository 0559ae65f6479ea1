import { operatorClient } from '../../cli/clients/operator-client.ts';
import { readStarted } from '../../cli/clients/started.ts';

export interface RefereesCaller {
  readonly apiUrl: string;
  /** The inputs of `openapi/workflows.yaml`. */
  readonly inputs: Readonly<Record<'apiKey' | 'callsReadKey' | 'agentId' | 'phoneNumber' | 'receiverUrl' | 'idempotencyKey', string>>;
}

/** A tenant of the referees' own, so that what its lists show is what a workflow made. */
export async function prepareCaller(dataFolder: string): Promise<RefereesCaller> {
  const started = readStarted(dataFolder);
  if (!started) throw new Error('npm start wrote no start.json.');
  const operator = operatorClient({ url: started.operatorUrl, token: started.operatorToken });
  const { tenant } = (await operator.createTenant({ body: { name: 'Referees', billing: 'invoice' } })).body;
  const path = { tenantId: tenant.id };
  const all = (
    await operator.createApiKey({ path, body: { name: 'all', scopes: ['calls:place', 'calls:read', 'read', 'write', 'webhooks'] } })
  ).body;
  const callsRead = (await operator.createApiKey({ path, body: { name: 'calls:read', scopes: ['calls:read'] } })).body;
  const systemPrompt = 'You call {{ownerName}} about {{propertyAddress}}.';
  const outcomes = { activeOutcomes: ['INTERESTED', 'NOT_INTERESTED'], qualifyingOutcomes: ['INTERESTED'] };
  const { agent } = (await operator.createAgent({ path, body: { name: 'Referee', systemPrompt, ...outcomes } })).body;
  await operator.createPhoneNumber({ path, body: { phoneNumber: '+14155550170', providerNumberId: 'simulated-number' } });
  return {
    apiUrl: `${started.publicUrl}/api/v1/public`,
    inputs: {
      apiKey: all.apiKey,
      callsReadKey: callsRead.apiKey,
      agentId: agent.id,
      phoneNumber: '+15550014801',
      receiverUrl: `${started.simulatorUrl}/receivers/referees`,
      idempotencyKey: 'workflow',
    },
  };
}
