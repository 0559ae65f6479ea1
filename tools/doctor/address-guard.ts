import { AddressGuard } from '../../src/network/address-guard.ts';
import type { Config } from '../../src/process/config.ts';
import { deliveryTimeoutMs } from '../../src/process/limits.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/**
 * Addresses inside a network: the cloud's metadata service, which hands out credentials, this machine, and the usual
 * private networks.
 */
const inside = ['169.254.169.254', '127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '[::1]', '[fd00::1]'];
const [metadata = ''] = inside;

/** Asks the address guard of deliveries which addresses it refuses with this configuration. */
export async function addressGuardCheck({ allowedPrivateWebhooks, environment }: Config): Promise<readonly Seen[]> {
  const clock = { now: () => new Date(), realNow: () => new Date(), refresh: async () => {} };
  const guard = new AddressGuard({ allowedPrivate: allowedPrivateWebhooks, dnsServers: [], clock, connectTimeoutMs: deliveryTimeoutMs });
  const judged = await Promise.all(inside.map(async (host) => ({ host, is: await guard.judge(new URL(`http://${host}/`)) })));
  const open = judged.filter(({ is }) => is === 'public').map(({ host }) => host);
  if (open.includes(metadata))
    return [
      fault(
        `Webhooks may reach ${metadata}, where clouds hand out credentials.`,
        'Narrow RINGPOST_ALLOW_PRIVATE_WEBHOOKS: name the one network that webhooks should reach.',
      ),
    ];
  if (open.length > 0 && environment === 'production')
    return [warning(`Webhooks may reach ${open.join(', ')}.`, 'Narrow RINGPOST_ALLOW_PRIVATE_WEBHOOKS to what tenants should reach.')];
  return [
    good(open.length > 0 ? `webhooks may reach ${open.join(', ')} besides public addresses` : 'webhooks reach public addresses alone'),
  ];
}
