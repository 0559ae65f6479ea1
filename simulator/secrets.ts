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

/** Are parts of JSON, also where a string has it in it: then backslashes stand before its quotes. What is cut ends with the text, or where such a string does. */
const gap = String.raw`(?:\s|\\+[nrt])*`;
const [colon, comma] = [`${gap}:${gap}`, `${gap},${gap}`];
const slashes = String.raw`(?<slashes>\\{0,31})`;
const quote = String.raw`\k<slashes>"`;
const text = String.raw`${quote}(?:\k<slashes>\\\k<slashes>["\\]|(?!${quote}|(?<!\\)").)*(?:${quote}|(?=")|$)`;
const number = String.raw`-?\d[\d.eE+-]*`;
const scalar = `(?:${text}|${number}|true|false|null)`;
const list = String.raw`\[${gap}(?:${scalar}(?:${comma}${scalar})*)?(?:${gap}\]|(?=")|$)`;
/** Are members between the name of an item and its value. Few have any, and looking for them takes its time. */
const others = `(?:${text}${colon}(?:${scalar}|${list})${comma}){0,4}?`;
const nameOfItem = String.raw`(?:name|key)${quote}${colon}${quote}(?<item>[\w-]+)${quote}`;
/** Is a member with a text, a number or a list of these: the value of an item that names it, or one under its own name. */
const member = new RegExp(
  String.raw`(?<before>(?<!\\)${slashes}"(?:${nameOfItem}${comma}(?<between>${others})${quote}value|(?<own>[\w-]+))${quote}${colon})(?:${text}|${number}|${list})`,
  'gs',
);
/** Is the rest of an item whose value comes before its name. */
const nameBehind = new RegExp(`${comma}(?=${slashes}")${others}${quote}${nameOfItem}`, 'sy');

/** Returns a text without them: JSON, an address, or something with addresses in it. */
export const withoutSecrets = (text: string): string =>
  membersWithoutSecrets(text)
    .replace(/(https?:\/\/)[^\s"'<>\\/?#@]*@/gi, '$1')
    .replace(/([?&])([\w.-]+)=[^\s"'<>\\&#]*/g, (whole, before: string, name: string) =>
      isSecret(name) ? `${before}${name}=${encodeURIComponent(leftOut)}` : whole,
    );

function membersWithoutSecrets(json: string): string {
  return json.replace(member, (whole: string, ...found) => {
    const { slashes = '', before = '', item, between = '', own = '' } = found.at(-1) as Groups;
    nameBehind.lastIndex = found.at(-3) + whole.length;
    const name = item ?? (own === 'value' ? nameBehind.exec(json)?.groups?.['item'] : undefined) ?? own;
    const shown = between === '' ? before : before.replace(between, () => membersWithoutSecrets(between));
    return shown + (isSecret(name) ? `${slashes}"${leftOut}${slashes}"` : membersWithoutSecrets(whole.slice(before.length)));
  });
}

type Groups = Readonly<Record<string, string | undefined>>;
