import { codeOf } from '../api.ts';
import { documents } from '../documents.ts';
import { documentedResponse, type ResponseRule } from './rule.ts';

export const statusRules: readonly ResponseRule[] = [
  {
    id: 'B1',
    title: 'The status is one that the document has for the operation',
    rule: 'Public API, responses of every operation; x-unmatched-requests for paths and methods that it does not have.',
    kind: 'fail',
    wrong: (exchange) => {
      const { request, response } = exchange;
      // Input that never became a request is refused on any path.
      if (documentedResponse(exchange) || (request.operationId === null && [400, 408, 431].includes(response.status))) return null;
      return `${request.operationId ?? 'No operation'} documents no status ${response.status}.`;
    },
  },
  {
    id: 'B11',
    title: 'Nothing is a mistake of the service',
    rule: 'Public API, x-error-catalogue: internal_error is a mistake on the side of the service.',
    kind: 'fail',
    wrong: ({ request, response }) => {
      if (response.status < 500) return null;
      const code = codeOf(response.json);
      const known = request.operationId ? documents().codes(request.operationId, response.status) : [];
      if (code !== null && code !== 'internal_error' && known.includes(code)) return null;
      return `The service answered ${response.status} ${code ?? 'without an error code'}.`;
    },
  },
];
