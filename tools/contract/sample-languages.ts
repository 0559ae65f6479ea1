import type { JsonObject } from './document.ts';
import { literal, notations } from './literals.ts';

/** The request that a sample makes. */
export interface SampleRequest {
  readonly operationId: string;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Holds the parameters and the members of the body together, as the client takes them. */
  readonly input: JsonObject;
  readonly body: JsonObject | null;
  readonly hasAnswer: boolean;
}

interface Language {
  /** Is the name by which Redoc highlights the sample. */
  readonly lang: string;
  readonly label: string;
  readonly write: (request: SampleRequest) => string;
}

/** Every sample reads the address from `RINGPOST_URL` and the key from `RINGPOST_API_KEY`, and prints the answer. */
export const languages: readonly Language[] = [
  { lang: 'Shell', label: 'curl', write: curl },
  { lang: 'TypeScript', label: 'TypeScript', write: typescript },
  { lang: 'Python', label: 'Python', write: python },
  { lang: 'PHP', label: 'PHP', write: php },
];

function curl({ method, path, body }: SampleRequest): string {
  const isUsual = method === (body ? 'POST' : 'GET');
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${isUsual ? '' : `-X ${method} `}"$RINGPOST_URL${path}"`,
    '-H "Authorization: Bearer $RINGPOST_API_KEY"',
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${json}'`] : []),
  ].join(' \\\n  ');
}

function typescript({ operationId, input, hasAnswer }: SampleRequest): string {
  const call = `await ringpost.${operationId}(${Object.keys(input).length > 0 ? literal(input, notations.typescript) : ''})`;
  return `import { createClient } from '@ringpost/sdk/client';

const ringpost = createClient({
  baseUrl: process.env['RINGPOST_URL'] ?? '',
  apiKey: process.env['RINGPOST_API_KEY'] ?? '',
});
${hasAnswer ? `console.log(${call});` : `${call};`}`;
}

function python({ method, path, body, hasAnswer }: SampleRequest): string {
  const headers = ['"Authorization": "Bearer " + os.environ["RINGPOST_API_KEY"]', ...(body ? ['"Content-Type": "application/json"'] : [])];
  return `${body || hasAnswer ? 'import json\n' : ''}import os
from urllib.request import Request, urlopen

request = Request(
    os.environ["RINGPOST_URL"] + "${path}",
    method="${method}",
    headers={${headers.join(', ')}},${body ? `\n    data=json.dumps(${literal(body, notations.python, 4)}).encode(),` : ''}
)
with urlopen(request) as response:
    print(${hasAnswer ? 'json.load(response)' : 'response.status'})`;
}

function php({ method, path, body, hasAnswer }: SampleRequest): string {
  const headers = ["'Authorization: Bearer ' . getenv('RINGPOST_API_KEY')", ...(body ? ["'Content-Type: application/json'"] : [])];
  const content = body ? `\n    'content' => json_encode(${literal(body, notations.php, 4)}),` : '';
  const answer = "file_get_contents(getenv('RINGPOST_URL') . $path, false, $context)";
  return `<?php
$path = '${path}';
$context = stream_context_create(['http' => [
    'method' => '${method}',
    'header' => [${headers.join(', ')}],${content}
]]);
${hasAnswer ? `print_r(json_decode(${answer}, true));` : `${answer};`}`;
}
