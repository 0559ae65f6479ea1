import type { Client } from '../../sdk/client.ts';
import { cellText } from '../parts/table.ts';
import { UsageError } from '../parts/usage-error.ts';
import type { OperatorClient } from './operator-client.ts';
import { pageOrAll } from './pages.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the id of what was given by its id or by its name, which `list` is asked for. */
export async function idOf(kind: string, prefix: string, given: string, list: () => Promise<readonly Named[]>): Promise<string> {
  if (given.startsWith(prefix)) return given;
  // No name is empty, and the operator API refuses to search for it.
  const found = given === '' ? [] : await list();
  const [one, another] = found.filter(({ name }) => name === given);
  if (one && !another) return one.id;
  if (one) throw new UsageError(`More than one ${kind} is called "${given}". Give its id.`);
  const told = found.slice(0, mostTold).map(({ name }) => `"${cellText(name)}"`);
  const names = `${told.join(', ')}${found.length > told.length ? ` and ${found.length - told.length} more` : ''}`;
  // What was given is not shown: it may be a key that was meant for another place.
  throw new UsageError(`No ${kind} has this name.${names && ` There are: ${names}.`}`);
}

/** So many names fit on a screen. */
const mostTold = 20;

/** Returns the tenants with this in their name. One that is being deleted is left out, since nothing of it is served. */
export async function tenantsNamed(api: OperatorClient, name: string) {
  const { body } = await pageOrAll('tenants', { all: true }, (page) => api.listTenants({ query: { ...page, name } }));
  return body.tenants.filter(({ deletingSince }) => deletingSince === null);
}

/** Returns the id of a tenant's agent, or of its default one where none is given. */
export async function agentFor(api: Client, agent: string | undefined): Promise<string> {
  const list = async () => (await api.listAgents()).agents;
  if (agent !== undefined) return idOf('agent', 'agt_', agent, list);
  const chosen = (await list()).find(({ isDefault }) => isDefault);
  if (!chosen) throw new UsageError('There is no default agent. Give one with --agent.');
  return chosen.id;
}
