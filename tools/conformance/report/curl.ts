import type { Finding } from '../check.ts';
import type { Asked } from '../exchange.ts';
import type { Secrets } from './hiding.ts';

/** Writes the request of an exchange as a command that can be pasted into a shell. A shell variable stands for the key. */
export function curlOf(
  { request }: { readonly request: Pick<Asked, 'method' | 'url' | 'headers' | 'body'> },
  secrets: Pick<Secrets, 'isKey' | 'authorization'>,
): string {
  const { method, url, headers, body } = request;
  const words = ['curl', '-i', ...(method === 'GET' ? [] : ['-X', method]), '--path-as-is', quoted(url)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', named(name, value, secrets));
  if (!body) return words.join(' ');
  if (isText(body)) return [...words, '--data-binary', quoted(body.toString('utf8'))].join(' ');
  return `printf %s ${quoted(body.toString('base64'))} | base64 -d | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/** Writes the requests that lead to a finding as commands, in their order. */
export const commandsOf = ({ exchange, sequence = [] }: Pick<Finding, 'exchange' | 'sequence'>, secrets: Secrets): readonly string[] =>
  [...sequence.slice(0, -1), ...(exchange ? [exchange] : [])].map((each) => curlOf(each, secrets));

/** Curl drops an empty header written with a colon, and sends one written with a semicolon. */
function named(name: string, value: string, secrets: Pick<Secrets, 'isKey' | 'authorization'>): string {
  if (value === '') return quoted(`${name};`);
  if (name !== 'authorization') return quoted(`${name}: ${value}`);
  if (secrets.isKey(value)) return `"authorization: ${value.split(' ')[0]} $RINGPOST_API_KEY"`;
  return quoted(`authorization: ${secrets.authorization(value)}`);
}

/** Tells if a shell argument can hold the body and a terminal can show it. */
const isText = (body: Buffer): boolean => {
  const text = body.toString('utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  return Buffer.from(text).equals(body) && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && body.length < 100_000;
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
