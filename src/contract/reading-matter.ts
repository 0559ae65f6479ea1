import type { AsyncApiDocument, SignatureVector } from './documents.ts';
import { markdownTable } from './markdown-table.ts';

/** Writes extensions of the documents as Markdown, since Redoc does not show extensions. */

/** Returns the error catalogue as a table that links each code to its page in the documentation. */
export function errorTable(document: object): string {
  const catalogue: ErrorCatalogue = 'x-error-catalogue' in document ? (document['x-error-catalogue'] as ErrorCatalogue) : {};
  const rows = Object.entries(catalogue).map(([code, { status, cause, fix, retryable }]) => [
    `[\`${code}\`](../errors/${code}.html)`,
    String(status),
    cause,
    fix,
    retryWords[retryable] ?? retryable,
  ]);
  return `## Error codes

${markdownTable(['code', 'status', 'why', 'what to do', 'try again?'], rows)}
`;
}

/** `npm run contract` checks the catalogue's form (`check/catalogue`). */
type ErrorCatalogue = Readonly<
  Record<string, { readonly status: number; readonly cause: string; readonly fix: string; readonly retryable: string }>
>;

const retryWords: Readonly<Record<string, string>> = {
  no: 'no',
  now: 'at once',
  later: 'later',
  'same-key': 'with the same `idempotencyKey`',
};

/** Returns the signature's test vectors, each with the signed body. */
export const vectorList = (document: AsyncApiDocument): string =>
  [
    '## Test vectors',
    '',
    'Your code verifies signatures rightly if it finds each of these headers.',
    ...document['x-signature'].vectors.map(vectorText),
  ].join('\n');

const vectorText = ({ summary, body, ...vector }: SignatureVector): string => `
### ${summary}

| | |
|---|---|
| signing secret | \`${vector.secret}\` |
| \`X-Webhook-Timestamp\` | \`${vector.timestamp}\` |
| \`X-Webhook-Signature\` | \`${vector.header}\` |
| \`X-Webhook-Delivery-Id\` | \`${vector.deliveryId}\` |
| secret for Standard Webhooks | \`${vector.standardSecret}\` |
| \`webhook-signature\` | \`${vector.standardHeader}\` |
| raw body in base64 | \`${vector.bodyBase64}\` |

\`\`\`text
${body}
\`\`\`
`;
