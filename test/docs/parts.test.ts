import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeSample } from '../../docs/site/code-sample.ts';
import { expandDirectives } from '../../docs/site/directives.ts';
import { curlSample, exampleJson } from '../../docs/site/examples.ts';
import { fileSection } from '../../docs/site/included-section.ts';
import { renderMarkdown } from '../../docs/site/markdown.ts';
import { createSearch } from '../../docs/site/page/find.ts';
import { indented } from '../../docs/site/page/indented.ts';
import type { SearchEntry } from '../../docs/site/page/search-entry.ts';
import { responses } from '../../sdk/generated/fixtures.ts';

const making = { address: 'https://calls.example.net' };

test('a sample is a declaration with the comment above it, to its closing word', async () => {
  const ruby = await codeSample('examples/receivers/ruby/receiver.rb', 'def verify');
  assert.match(ruby, /^`{5}ruby examples\/receivers\/ruby\/receiver\.rb\n# Nil where [\s\S]*def verify\([\s\S]*\nend\n`{5}$/);
  assert.doesNotMatch(ruby, /class Receiver/);
  const method = await codeSample('examples/receivers/ruby/receiver.rb', 'def once');
  assert.match(method, /\ndef once\(delivery_id\)\n {2}@one_at_a_time[\s\S]*\nend\n`{5}$/);
  const go = await codeSample('examples/receivers/go/receiver.go', 'func Verify');
  assert.match(go, /\n\/\/ Verify says[\s\S]*\n\}\n`{5}$/);
  const php = await codeSample('examples/receivers/php/receiver.php', 'function verify');
  assert.match(php, /\nfunction verify\(.*\n\{[\s\S]*\n\}\n`{5}$/);
});

test('of a Markdown file it is the block that has the text', async () => {
  assert.match(await codeSample('sdk/README.md', 'nodeReceiver'), /^```ts\n[\s\S]*createServer\(receive\)[\s\S]*```$/);
});

test('what is not there stops the build', async () => {
  await assert.rejects(codeSample('README.md', 'no such words'), /README\.md has nothing with “no such words”/);
  await assert.rejects(expandDirectives('```section\nREADME.md | No such heading\n```', making), /no heading “No such heading”/);
  await assert.rejects(expandDirectives('```made\nnothing\n```', making), /Nothing is made that is called nothing/);
  assert.throws(() => exampleJson('events.none'), /no example events\.none/);
  assert.throws(() => curlSample('readNothing'), /no curl for readNothing/);
});

test('a section ends at the next heading of its rank, and not at a comment in code', async () => {
  const section = await fileSection('docs/command-line.md', 'Examples');
  assert.match(section, /# In a sandbox: [\s\S]*tenants\[\]\.id/);
  assert.doesNotMatch(section, /Exit codes/);
});

test('the links of a section are seen from the repository', async () => {
  assert.match(await fileSection('sdk/testing/README.md', 'The API as a mock'), /\]\(\/simulator\/README\.md\)/);
});

test('Markdown becomes anchors, regions that scroll, and passages for the search', () => {
  const { html, headings, passages, title } = renderMarkdown(
    '# A *b*\n\nOne & two.\n\n## Same\n\n|a|b|\n|-|-|\n|c|d|\n\n## Same\n\n```x <y\n<&>\n```',
    (href) => href,
  );
  assert.equal(title, 'A b');
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['same', 'same-1'],
  );
  assert.match(html, /<div class="table" tabindex="0" role="region"/);
  assert.match(html, /<figcaption>&lt;y<\/figcaption>.*&lt;&amp;&gt;/);
  assert.deepEqual(
    passages.map(({ heading, text }) => [heading?.id ?? '', text]),
    [
      ['', 'One & two.'],
      ['same', 'a b c d'],
      ['same-1', '<&>'],
    ],
  );
});

const entry = (page: string, heading: string, text: string): SearchEntry => ({ page, heading, href: `${page}#${heading}`, text });

test('the search wants every word, or any if none has all, and finds first what bears it as a name', () => {
  const entries = [
    entry('Retries', '', 'The delivery is placed again.'),
    entry('placement_failed', '', 'The provider refused.'),
    entry('placement_failed', 'Why', 'Nobody was dialled.'),
    entry('Limits', 'Budgets', 'placement of calls'),
  ];
  const find = createSearch(entries);
  const hrefs = (asked: string) => find(asked).map(({ href }) => href);
  assert.deepEqual(hrefs('placement_failed').sort(), ['placement_failed#', 'placement_failed#Why']);
  assert.deepEqual(hrefs('placement call'), ['Limits#Budgets']);
  assert.deepEqual(hrefs('PLACE').slice(0, 2).sort(), ['placement_failed#', 'placement_failed#Why']);
  assert.deepEqual(hrefs('PLACE').slice(2).sort(), ['Limits#Budgets', 'Retries#']);
  assert.deepEqual(hrefs('retry'), ['Retries#']);
  assert.deepEqual(hrefs('dialled budgets').sort(), ['Limits#Budgets', 'placement_failed#Why']);
  assert.deepEqual(hrefs('refused providr'), ['placement_failed#']);
  assert.deepEqual(hrefs('  '), []);
  assert.deepEqual(hrefs('nowhere'), []);
});

test('an answer is shown in lines, with the digits and the order in which it came', () => {
  const sent = '{"metadata" : {"b":12345678901234567890,"10":1.0,"2":[ ],"text":"a, {b}: \\"c\\" [] \\\\"},"more":[1e2,{},[null,true]]}\n';
  const lines = [
    '{',
    '  "metadata": {',
    '    "b": 12345678901234567890,',
    '    "10": 1.0,',
    '    "2": [],',
    '    "text": "a, {b}: \\"c\\" [] \\\\"',
    '  },',
    '  "more": [',
    '    1e2,',
    '    {},',
    '    [',
    '      null,',
    '      true',
    '    ]',
    '  ]',
    '}',
  ];
  assert.equal(indented(sent), lines.join('\n'));
  for (const value of Object.values(responses)) assert.equal(indented(JSON.stringify(value)), JSON.stringify(value, null, 2));
  assert.equal(indented('<h1>Bad Gateway</h1>'), '<h1>Bad Gateway</h1>');
});
