import type { Demo } from '../../../src/process/demo.ts';
import { type ApiDocument, operationsOf } from './api-document.ts';
import { element } from './element.ts';
import { operationForm } from './operation-form.ts';

/**
 * Adds a form to each operation that sends it to the service that serves this page. The key is kept in its field alone: on a loopback
 * address it is the demo's, elsewhere the reader pastes one.
 */
export async function addTryIt(places: readonly HTMLElement[], keyPlace: HTMLElement, root: string): Promise<void> {
  const base = new URL(`${root}../`, location.href);
  if (!base.protocol.startsWith('http')) return;
  const [api, demo] = await Promise.all([json<ApiDocument>(new URL('openapi.json', base)), demoOf(base)]);
  if (!api) return;
  const key = element('input', { type: 'text', autocomplete: 'off', spellcheck: false, required: true, value: demo?.apiKey ?? '' });
  const origin = demo ? 'It is the demo’s.' : 'It is kept in this field alone, and sent to this service alone.';
  keyPlace.replaceChildren(element('label', {}, 'API key for the forms', key), element('p', {}, origin));
  const own = (text: string): string => text.replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, (id, kind: string) => demo?.ids[kind] ?? id);
  const address = new URL('api/v1/public', base).href;
  for (const operation of operationsOf(api)) {
    const form = operationForm(operation, { key, address, own, demoBody: demo?.bodies[operation.id] });
    const place = places.find(({ dataset }) => dataset['operation'] === operation.id);
    place?.append(element('details', {}, element('summary', {}, 'Try it'), form));
  }
  openNamed(location.hash.slice(1));
}

/** Opens the form of the section that the address names, and shows the section, which the forms above it have moved. */
function openNamed(id: string): void {
  const form = id && document.querySelector<HTMLDetailsElement>(`#${CSS.escape(id)} ~ .try-it details`);
  if (!form) return;
  form.open = true;
  document.getElementById(id)?.scrollIntoView();
}

async function demoOf(base: URL): Promise<Demo | null> {
  return /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(base.hostname) ? json<Demo>(new URL('docs/demo', base)) : null;
}

/** Returns null for an answer without a body, or none at all. */
const json = <Body>(url: URL): Promise<Body | null> =>
  fetch(url).then(
    (answer) => (answer.status === 200 ? answer.json() : null),
    () => null,
  );
