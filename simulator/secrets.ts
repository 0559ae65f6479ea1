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

/** Is what may stand between two parts of JSON, also where a string has it in it. */
const gap = String.raw`(?:\s|\\+[nrt])*`;
/** Is a member with a text or a number, after a member `name` that names it or under its own name. JSON in a string has backslashes before its quotes. */
const member = new RegExp(
  String.raw`(?<!\\)((\\{0,31})"(?:name\2"${gap}:${gap}\2"([\w-]+)\2"${gap},${gap}\2"value|([\w-]+))\2"${gap}:${gap})` +
    String.raw`(?:(\2")((?:\2\\\2["\\]|(?!\2"|(?<!\\)").)*)(\2"|(?=")|$)|-?\d[\d.eE+-]*)`,
  'gs',
);

/** Returns a text without them: JSON, an address, or something with addresses in it. */
export const withoutSecrets = (text: string): string =>
  membersWithoutSecrets(text)
    .replace(/(https?:\/\/)[^\s"'<>\\/?#@]*@/gi, '$1')
    .replace(/([?&])([\w.-]+)=[^\s"'<>\\&#]*/g, (whole, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=${encodeURIComponent(leftOut)}` : whole,
    );

const membersWithoutSecrets = (text: string): string =>
  text.replace(member, (whole, before: string, slashes: string, listed: string, name: string, opens = '', value = '', closes = '') => {
    if (isSecret(listed ?? name)) return `${before}${slashes}"${leftOut}${slashes}"`;
    return opens === '' ? whole : before + opens + membersWithoutSecrets(value) + closes;
  });
