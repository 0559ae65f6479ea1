import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** deploy/README.md, "To read the log", against what the service says when all is well. */

const root = join(import.meta.dirname, '..', '..');

/** The last text of each `log.info(…)` and `writeInfo(…)` is its message. */
function messagesWhenAllIsWell(): readonly string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return sources.flatMap((name) =>
    [...readFileSync(join(root, 'src', name), 'utf8').matchAll(/\b(?:log\)?\.info|(?<!function )writeInfo)\(([\s\S]*?)\);\n/g)].map(
      ([, said = '']) => [...said.matchAll(/'([^']*)'/g)].at(-1)?.[1] ?? assert.fail(`${name}: an info line without a message`),
    ),
  );
}

test('the section on the log names every message of the level info, so that all else is known to have gone wrong', () => {
  const section =
    readFileSync(join(root, 'deploy', 'README.md'), 'utf8')
      .split('\n## ')
      .find((part) => part.startsWith('To read the log')) ?? '';
  const messages = new Set(messagesWhenAllIsWell());
  assert.ok(messages.has('request') && messages.has('webhook attempt') && messages.has('daily summary'));
  const text = section.replaceAll('\n', ' ');
  for (const message of messages) assert.ok(text.includes(`\`${message}\``), `"${message}" is not named`);
});
