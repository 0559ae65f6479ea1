import { codeSample } from './code-sample.ts';
import { curlSample, exampleJson } from './examples.ts';
import { fenced } from './fenced.ts';
import { generatedParts } from './generated-parts.ts';
import { documentSection, fileSection } from './included-section.ts';
import type { Making } from './pages.ts';

/**
 * Replaces each directive of a page with the text that it requests, so that nothing is written twice. A directive is a
 * fenced block whose language is one of these words:
 *
 * - `sample FILE [TEXT]`: a file, or the declaration in it whose first line has the text; of a Markdown file the block that has it
 * - `example GROUP.NAME`: an example of the documents, as JSON
 * - `call OPERATION`: the document's own sample of asking for it with curl
 * - `section FILE | HEADING` or `section openapi | HEADING`, `section asyncapi | HEADING`: the text below a heading
 * - `made NAME`: a table or list that is made from the documents
 */
export async function expandDirectives(markdown: string, making: Making): Promise<string> {
  const parts = markdown.split(directive);
  // The split with two groups gives text, word, request, text, word, request, … text.
  const expanded = await Promise.all(
    parts.map((part, place) => (place % 3 === 2 ? expand(parts[place - 1] ?? '', part, making) : place % 3 === 0 ? part : '')),
  );
  return expanded.join('');
}

const directive = /^```(sample|example|call|section|made)\n(.*)\n```$/gm;

async function expand(word: string, request: string, making: Making): Promise<string> {
  switch (word) {
    case 'sample': {
      const [file = '', ...text] = request.split(' ');
      return codeSample(file, text.join(' '));
    }
    case 'example':
      return fenced('json', exampleJson(request));
    case 'call':
      return fenced('bash', curlSample(request));
    case 'section': {
      const [from = '', heading = ''] = request.split(' | ');
      return from === 'openapi' || from === 'asyncapi' ? documentSection(from, heading, making.address) : fileSection(from, heading);
    }
    default: {
      const make = generatedParts[request];
      if (!make) throw new Error(`Nothing is made that is called ${request}.`);
      return make(making);
    }
  }
}
