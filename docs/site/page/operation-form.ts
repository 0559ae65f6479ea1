import { showAnswer } from './answer.ts';
import type { Examples, Operation, Parameter } from './api-document.ts';
import { element } from './element.ts';

interface FormOptions {
  readonly key: HTMLInputElement;
  readonly address: string;
  /** Puts the demo's own ids in the place of a text's examples. */
  readonly own: (text: string) => string;
  readonly demoBody: object | undefined;
}

/** Makes the form of an operation. What is not a reading is sent only after the reader confirms it. */
export function operationForm(operation: Operation, options: FormOptions): HTMLElement {
  const { method, path, examples } = operation;
  const fields = operation.parameters.map((parameter) => ({ parameter, input: parameterField(parameter, options) }));
  const body = examples && bodyField(examples, options);
  const send = element('button', { type: 'submit', textContent: `Send ${method} ${path}` });
  const answer = element('div', { className: 'answer', role: 'status' });
  const form = element(
    'form',
    {},
    ...fields.map(({ parameter, input }) => labelled(parameter.name, parameter.in, input)),
    ...(body?.parts ?? []),
    send,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // A button that is disabled loses the focus.
    if (send.ariaDisabled === 'true') return;
    if (!options.key.reportValidity()) return;
    const url = addressOf(operation, fields, options);
    if (method !== 'GET' && !confirm(`${method} ${new URL(url).pathname}\n\n${warning}`)) return;
    send.ariaDisabled = 'true';
    await showAnswer(answer, url, initOf(operation, fields, options, body?.text()));
    send.ariaDisabled = 'false';
  });
  return element('div', {}, form, answer);
}

const warning = 'The request changes something on this service, which cannot be taken back. Send it?';

function parameterField({ required = false, example }: Parameter, { own }: FormOptions): HTMLInputElement {
  const shown = own(String(example ?? ''));
  return element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: false,
    required,
    placeholder: shown,
    value: required ? shown : '',
  });
}

const labelled = (name: string, about: string, field: HTMLElement): HTMLElement =>
  element('label', {}, element('span', {}, name, ' ', element('small', { textContent: about })), field);

function bodyField(examples: Examples, { own, demoBody }: FormOptions) {
  const offered = [...(demoBody ? [{ summary: 'In the demo', value: demoBody }] : []), ...Object.values(examples)];
  const choice = element('select', {}, ...offered.map(({ summary }) => element('option', { textContent: summary })));
  const text = element('textarea', { spellcheck: false });
  const show = (): void => {
    text.value = own(JSON.stringify(offered[choice.selectedIndex]?.value, null, 2));
    text.rows = text.value.split('\n').length + 1;
  };
  choice.addEventListener('change', show);
  show();
  return { parts: [labelled('Example', '', choice), labelled('Body', 'JSON', text)], text: () => text.value };
}

type Fields = readonly { readonly parameter: Parameter; readonly input: HTMLInputElement }[];

/** Returns the names and values of the parameters in a place. Empty ones are not sent. */
const filled = (fields: Fields, place: Parameter['in']): [string, string][] =>
  fields
    .filter(({ parameter, input }) => parameter.in === place && input.value !== '')
    .map(({ parameter, input }) => [parameter.name, input.value]);

function addressOf({ path }: Operation, fields: Fields, { address }: FormOptions): string {
  const full = filled(fields, 'path').reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(value)), path);
  const query = new URLSearchParams(filled(fields, 'query')).toString();
  return `${address}${full}${query && `?${query}`}`;
}

function initOf({ method }: Operation, fields: Fields, { key }: FormOptions, body: string | undefined): RequestInit {
  const headers: [string, string][] = [['Authorization', `Bearer ${key.value.trim()}`], ...filled(fields, 'header')];
  return body === undefined ? { method, headers } : { method, headers: [...headers, ['Content-Type', 'application/json']], body };
}
