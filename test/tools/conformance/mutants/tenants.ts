import { answering, jsonOf, type Mutant } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { brokenServices, remembering, to } from './broken-services.ts';

/** Tells in a refusal that another tenant has what was asked for. */
const telling = (): Mutant => {
  const known = new Set<string>();
  return {
    response(response, request) {
      for (const [id] of response.body.toString('utf8').matchAll(/(trg|whe|call|agt)_[0-9a-z]{26}/g)) known.add(id);
      const exists = response.status === 404 && [...known].some((id) => request.path.includes(id));
      return exists ? { ...response, body: Buffer.from(response.body.toString('utf8').replace('no such', 'such a')) } : response;
    },
  };
};

/** Writes its ids in capitals. */
const inCapitals = ({ response }: Mutant): Mutant => {
  const written = (text: string, form: 'toUpperCase' | 'toLowerCase'): string =>
    text.replace(/\b(trg|whe|call|agt)_[0-9a-z]{26}\b/gi, (id) => id.slice(0, -26) + id.slice(-26)[form]());
  return {
    request: (request) => ({
      ...request,
      path: written(request.path, 'toLowerCase'),
      body: Buffer.from(written(request.body.toString('utf8'), 'toLowerCase')),
    }),
    response(answer, request) {
      const told = response?.(answer, request) ?? answer;
      return { ...told, body: Buffer.from(written(told.body.toString('utf8'), 'toUpperCase')) };
    },
  };
};

/** Services that tell one tenant of another: group G. */
export const tenantMutants: readonly MutantTest[] = brokenServices([
  {
    what: 'tells a foreign id from an unknown one',
    caughtBy: 'G1',
    says: /readCall tells another tenant's id/,
    mutant: telling,
  },
  {
    what: 'writes its ids in capitals, and tells a foreign one from an unknown one',
    caughtBy: 'G1',
    says: /readCall tells another[\s\S]*readAgent tells another[\s\S]*deleteWebhookEndpoint tells another[\s\S]*readAutomationTrigger tells another/,
    mutant: () => inCapitals(telling()),
  },
  {
    what: 'tells that a foreign endpoint exists',
    caughtBy: 'G2',
    says: /createAutomationTrigger tells another tenant's id/,
    mutant: () => {
      const known = new Set<string>();
      return answering((json, { status, body }, request) => {
        for (const [id] of body.toString('utf8').matchAll(/whe_[0-9a-z]{26}/g)) known.add(id);
        const exists = status === 404 && [...known].some((id) => request.body.includes(id));
        return exists ? { error: { ...(json as { error: object }).error, message: 'Not yours.' } } : undefined;
      });
    },
  },
  {
    what: 'lists what belongs to another tenant',
    caughtBy: 'G3',
    says: /listWebhookEndpoints shows .* of another tenant/,
    mutant: () => {
      let endpoint: unknown;
      return {
        response(response, request) {
          const made = jsonOf(response.body);
          if (to(request, 'POST', /\/webhooks$/) && response.status === 201) endpoint ??= (made as { endpoint: object }).endpoint;
          if (!to(request, 'GET', /\/webhooks$/) || !endpoint) return response;
          return { ...response, body: Buffer.from(JSON.stringify({ endpoints: [endpoint] })) };
        },
      };
    },
  },
  {
    what: 'gives one tenant the stored answer of another',
    caughtBy: 'G4',
    says: /Another tenant's answer was given again/,
    mutant: () => remembering((request) => (to(request, 'POST', /\/webhooks$/) ? 'the same' : null)),
  },
  {
    what: 'tells that a call was placed by the dialer',
    caughtBy: 'G5',
    says: /readCall tells another tenant's id/,
    mutant: () =>
      answering((json, { status }, request) => {
        // The check asks for an id that nobody has as well: its last eight characters are ones and noughts.
        const exists = status === 404 && /\/call_\w{26}/.test(request.path) && !/[01]{8}(\/end)?$/.test(request.path);
        return exists ? { error: { ...(json as { error: object }).error, message: 'It was placed by the dialer.' } } : undefined;
      }),
  },
]);
