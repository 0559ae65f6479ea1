import { jsonOf, type Mutant, type Passed } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, idempotencyKeyOf, to } from './broken-services.ts';

/** Services whose operations do less, more or something else than they answer: group S. */

interface Trigger {
  readonly id: string;
  readonly webhookEndpoint: { readonly id: string };
}

/** Its lists show triggers whose endpoint was deleted. */
export const leavesTriggers = (): Mutant => {
  const made = new Map<string, Trigger>();
  const left = new Map<string, Trigger[]>();
  return {
    response(response, request) {
      const who = String(request.headers['authorization']);
      if (to(request, 'POST', /\/automation-triggers$/) && response.status === 201) {
        const { trigger } = jsonOf(response.body) as { trigger: Trigger };
        made.set(trigger.id, trigger);
      }
      if (to(request, 'DELETE', /\/automation-triggers\//)) made.delete(lastOf(request));
      if (to(request, 'DELETE', /\/webhooks\//) && response.status === 204) {
        const orphans = [...made.values()].filter(({ webhookEndpoint }) => webhookEndpoint.id === lastOf(request));
        left.set(who, [...(left.get(who) ?? []), ...orphans]);
      }
      if (!to(request, 'GET', /\/automation-triggers$/) || response.status !== 200) return response;
      const { triggers } = jsonOf(response.body) as { triggers: Trigger[] };
      return { ...response, body: Buffer.from(JSON.stringify({ triggers: [...triggers, ...(left.get(who) ?? [])] })) };
    },
  };
};

const lastOf = ({ path }: Passed): string => path.split('/').at(-1) ?? '';

const withoutKey = (request: Passed): Passed => {
  const body = Buffer.from(JSON.stringify({ ...(jsonOf(request.body) as object), idempotencyKey: undefined }));
  return { ...request, headers: { ...request.headers, 'content-length': String(body.length) }, body };
};

const keyedCreation = (request: Passed): string | null => {
  const key = to(request, 'POST', /\/webhooks$/) ? idempotencyKeyOf(request) : null;
  return key && `${request.headers['authorization']} ${key}`;
};

export const sequenceMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'leaves the triggers of an endpoint that is deleted',
    caughtBy: 'S1',
    says: /^list triggers: the list shows trg_\w+, which should not be there\.$/m,
    mutant: leavesTriggers,
  },
  {
    // A time that is corrected before the call has its outcome is no mistake.
    what: 'changes an ended call when it is ended again',
    caughtBy: 'S1',
    says: /^(end|read) call, id call_\w+: the call had ended as .* after \d{1,3} s, and now is .* after 9999 s\.$/m,
    mutant: () => {
      const ends = new Map<string, number>();
      const corrected = new Set<string>();
      return {
        response(response, request) {
          const id = /\/calls\/(\w+)/.exec(request.path)?.[1] ?? '';
          if (to(request, 'POST', /\/end$/)) ends.set(id, (ends.get(id) ?? 0) + 1);
          if (!to(request, 'GET', /\/calls\/\w+$/)) return response;
          const body = response.body.toString('utf8');
          const lasting = (seconds: number): string => body.replace(/"durationSeconds":(\d+|null)/, `"durationSeconds":${seconds}`);
          if ((ends.get(id) ?? 0) >= 2) return { ...response, body: Buffer.from(lasting(9999)) };
          if (corrected.has(id) || !/"outcome":"/.test(body)) return response;
          corrected.add(id);
          return { ...response, body: Buffer.from(lasting(9998).replace(/"outcome":"\w+"/, '"outcome":null')) };
        },
      };
    },
  },
  {
    what: 'makes two endpoints of two requests with one key',
    caughtBy: 'S1',
    says: /^create endpoint, name \w+, key \w+: (the second request with the key made|the answer is 201, and should be 409)/m,
    mutant: () => {
      const seen = new Set<string>();
      return {
        request(request) {
          const key = keyedCreation(request);
          if (key === null) return request;
          if (seen.has(key)) return withoutKey(request);
          seen.add(key);
          return request;
        },
      };
    },
  },
  {
    what: 'replays a delivery under another id',
    caughtBy: 'S1',
    seed: 6,
    says: /^replay, id [\w-]+: the replay of [\w-]+ shows the delivery [\w-]+\.$/m,
    mutant: () => ({
      response: (response, request) =>
        to(request, 'POST', /\/retry$/) && response.status === 200
          ? { ...response, body: Buffer.from(response.body.toString('utf8').replace(/"id":"[0-9a-f]{4}/, '"id":"ffff')) }
          : response,
    }),
  },
  {
    what: 'forgets an endpoint that is made while another is',
    caughtBy: 'S2',
    says: /^No order of these gives their answers: /m,
    mutant: () => {
      const underWay = new Map<Passed, string>();
      const raced = new Set<string>();
      const lost = new Set<string>();
      return {
        request(request) {
          const who = String(request.headers['authorization']);
          if (!to(request, 'POST', /\/webhooks$/)) return request;
          if ([...underWay.values()].includes(who)) raced.add(who);
          underWay.set(request, who);
          return request;
        },
        response(response, request) {
          const who = String(request.headers['authorization']);
          if (underWay.delete(request) && response.status === 201 && raced.delete(who))
            lost.add((jsonOf(response.body) as { endpoint: { id: string } }).endpoint.id);
          if (!to(request, 'GET', /\/webhooks$/) || response.status !== 200) return response;
          const { endpoints } = jsonOf(response.body) as { endpoints: { id: string }[] };
          return { ...response, body: Buffer.from(JSON.stringify({ endpoints: endpoints.filter(({ id }) => !lost.has(id)) })) };
        },
      };
    },
  },
]);
