import { element } from './element.ts';
import { indented } from './indented.ts';

/** Sends a request and shows its answer: status, time, headers, body. */
export async function showAnswer(place: HTMLElement, url: string, init: RequestInit): Promise<void> {
  place.replaceChildren('Sent …');
  const began = performance.now();
  try {
    const answer = await fetch(url, init);
    const text = await answer.text();
    const ms = Math.round(performance.now() - began);
    place.replaceChildren(
      element(
        'p',
        { className: answer.ok ? 'good' : 'bad' },
        element('strong', { textContent: `${answer.status} ${answer.statusText}` }),
        ` in ${ms} ms`,
      ),
      block('Headers', [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
      ...(text === '' ? [] : [block('Body', indented(text))]),
    );
  } catch (error) {
    place.replaceChildren(element('p', { className: 'bad' }, `No answer: ${error instanceof Error ? error.message : String(error)}`));
  }
}

const block = (name: string, text: string): HTMLElement =>
  element(
    'figure',
    { className: 'code' },
    element('figcaption', { textContent: name }),
    element('pre', { tabIndex: 0 }, element('code', { textContent: text })),
  );
