import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatePages, pagesFolder } from '../../docs/generate/pages.ts';
import { explainedSettings } from '../../docs/generate/settings-page.ts';

test('the page of settings says what the configuration takes, and its own defaults', () => {
  const page = generatePages().get('settings.md') ?? assert.fail();
  assert.match(page, /\| `DATABASE_POOL_SIZE` \| a whole number from 2 to 1000 \| `10` \|/);
  assert.match(page, /\| `RINGPOST_ROLES` \| a list of api, dispatcher, scheduler \|/);
  assert.match(page, /\| `RINGPOST_NOTICE_SECRET` \| at least 32 characters in production: /);
  assert.match(page, /\| `RINGPOST_NOTICE_URL` \| an http or https URL \|/);
  assert.match(page, /\| `OTEL_TRACES_EXPORTER` \| one of otlp, none \|/);
  for (const name of explainedSettings) assert.match(page, new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| [^|]+ \\| [^|]+ \\|$`, 'm'), name);
});

test('the page of rules has an anchor for each rule, so that a comment can be looked up', () => {
  const page = generatePages().get('rules.md') ?? assert.fail();
  assert.match(page, /<a id="L-RATE-01"><\/a>`L-RATE-01` \| 60 writes a minute for a tenant\./);
});

test('the page of the command line holds the help of every command as the program prints it', () => {
  assert.equal(generatePages().get('command-line.md'), readFileSync(join(pagesFolder, 'command-line.md'), 'utf8'));
});
