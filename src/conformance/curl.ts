import type { Asked } from './exchange.ts';

/** The request of an exchange as a command that works as pasted. The key stands there as a variable of the shell. */
export function curlOf({ request }: { readonly request: Pick<Asked, 'method' | 'url' | 'headers' | 'body'> }): string {
  const { method, url, headers, body } = request;
  const words = ['curl', '-i', ...(method === 'GET' ? [] : ['-X', method]), '--path-as-is', quoted(url)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', named(name, value));
  if (!body) return words.join(' ');
  if (isText(body)) return [...words, '--data-binary', quoted(body.toString('utf8'))].join(' ');
  return `printf %s ${quoted(body.toString('base64'))} | base64 -d | ${[...words, '--data-binary', '@-'].join(' ')}`;
}

/** Reports are passed on; a key in one would be as well. Curl drops a header without a value, and sends one before a semicolon. */
function named(name: string, value: string): string {
  if (name === 'authorization' && /^Bearer rp_\S+$/.test(value)) return '"authorization: Bearer $RINGPOST_API_KEY"';
  return quoted(value === '' ? `${name};` : `${name}: ${value}`);
}

/** What a shell's argument can hold, and a terminal shows. */
const isText = (body: Buffer): boolean => {
  const text = body.toString('utf8');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  return Buffer.from(text).equals(body) && !/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text) && body.length < 100_000;
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
