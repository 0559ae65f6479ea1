import type { Api } from '../api.ts';
import { type Call, watch } from '../calls.ts';
import { Breach } from '../check.ts';
import { bodyOf, isSameJson } from '../expect.ts';
import { waitUntil } from '../patience.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** A call as the list shows it. */
type Listed = Pick<Call, 'id' | 'createdAt'>;

/**
 * Expects that the pages of the list hold these calls of the tenant, which are over, and no others: each once, as it is
 * read, the newest first. Another tenant has a call that is over, too.
 */
export async function expectListed(world: World, { api }: Tenant, calls: readonly Call[]): Promise<void> {
  const stranger = await world.second();
  const { last } = await watch(world, stranger, 'busy');
  await expectList(world, api, calls);
  await expectList(world, stranger.api, [last]);
}

async function expectList(world: World, api: Api, calls: readonly Call[]): Promise<void> {
  let listed: readonly Listed[] = [];
  const lacking = (): readonly string[] => calls.map(({ id }) => id).filter((id) => !listed.some((each) => each.id === id));
  // A call is listed once its event has gone out, which may be after its outcome can be read.
  await waitUntil(async () => {
    listed = await listedCalls(api);
    return lacking().length === 0;
  }, 10_000);
  if (lacking().length > 0) throw new Breach(`The list of calls lacks ${lacking().join(', ')}.`);
  const others = listed.filter(({ id }) => !calls.some((call) => call.id === id)).map(({ id }) => id);
  if (others.length > 0) world.breach(`The list of calls shows ${others.join(', ')} besides.`);
  if (new Set(listed.map(({ id }) => id)).size < listed.length) world.breach('The list of calls shows a call twice.');
  if (listed.some(({ createdAt }, index) => createdAt > (listed[index - 1]?.createdAt ?? '9')))
    world.breach('The list of calls does not begin with the newest.');
  for (const shown of listed) expectAsRead(world, shown, calls);
}

function expectAsRead(world: World, shown: Listed, calls: readonly Call[]): void {
  const read = new Map(Object.entries(calls.find(({ id }) => id === shown.id) ?? {}));
  if (read.size === 0) return;
  for (const [name, value] of Object.entries(shown))
    if (!isSameJson(value, read.get(name)))
      world.breach(
        `The list of calls says that the ${name} of ${shown.id} is ${JSON.stringify(value)}, and the call says ${JSON.stringify(read.get(name))}.`,
      );
}

/** The pages are small, so that there are several. */
const limit = 7;

/** A list that goes on for longer repeats itself. */
const mostPages = 20;

async function listedCalls(api: Api): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const asked = await api.ask('listCalls', { query: { limit, ...(cursor !== null && { cursor }) } });
    const page: { readonly calls: readonly Listed[]; readonly nextCursor: string | null } = bodyOf(asked, 200);
    if (page.calls.length > limit) throw new Breach(`A page of the list of calls holds ${page.calls.length}, not ${limit}.`, asked);
    found.push(...page.calls);
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
  throw new Breach(`The list of calls does not come to its end: ${mostPages} pages of ${limit} still have a next one.`);
}
