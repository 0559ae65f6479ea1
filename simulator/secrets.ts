/** Keeps secrets out of what is exported to be shared: of headers, of JSON, of forms and of the addresses in them. */

const leftOut = 'left out';

/** Tells if a header, a member or a parameter holds a secret by its name: an endpoint's own headers are often keys. */
export const isSecret = (name: string): boolean => {
  const words = name.replace(/_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
  return /authorization|cookie|api-?key|(^|-)(key|token|secret|password)$/.test(words) && !words.includes('idempotency');
};

/** Returns a body without them. It may be cut in the middle of one. */
export function bodyWithoutSecrets(body: string, contentType: string): string {
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return withoutSecrets(body);
  const given = [...new URLSearchParams(body)];
  const shown = given.map(([name, value]): [string, string] => [name, isSecret(name) ? leftOut : withoutSecrets(value)]);
  return String(given) === String(shown) ? body : new URLSearchParams(shown).toString();
}

/** Returns a text without them: JSON, an address, or something with addresses in it. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/"([\w-]+)"(\s*:\s*)(?:"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g, (whole, name: string, colon: string) =>
      isSecret(name) ? `"${name}"${colon}"${leftOut}"` : whole,
    )
    .replace(/(https?:\/\/)[^\s"'<>\\/?#@]*@/gi, '$1')
    .replace(/([?&])([\w.-]+)=[^\s"'<>\\&#]*/g, (whole, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=${encodeURIComponent(leftOut)}` : whole,
    );
