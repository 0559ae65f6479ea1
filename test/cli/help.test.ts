import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../cli/commands.ts';
import { commandHelp } from '../../cli/help.ts';
import { type Command, isGroup } from '../../cli/parts/command.ts';

const all: readonly { readonly words: string; readonly command: Command }[] = Object.entries(commands).flatMap(([noun, entry]) =>
  isGroup(entry)
    ? Object.entries(entry.commands).map(([verb, command]) => ({ words: `${noun} ${verb}`, command }))
    : [{ words: noun, command: entry }],
);

test('every command has a usage line, what each argument and option is, and an example that names it', () => {
  for (const { words, command } of all) {
    const help = commandHelp(words, command);
    assert.match(help, new RegExp(`^Usage: ringpost ${words}`));
    assert.ok(
      command.examples.some((example) => example.includes(words === 'start' ? 'npm start' : `ringpost ${words}`)),
      words,
    );
    for (const { about } of [...Object.values(command.arguments), ...Object.values(command.options)]) assert.ok(about.length > 3, words);
    for (const line of help.split('\n')) if (!line.startsWith('  ringpost ')) assert.ok(line.length <= 125, `${words}: ${line}`);
  }
});

test('the help of time freeze says whose time stands still', () => {
  const { command } = all.find(({ words }) => words === 'time freeze') ?? assert.fail('There is no such command.');
  assert.match(command.summary, /; the service's own clock goes on\.$/);
});

test('every command of the operator API takes --json and where to reach it', () => {
  const moving = ['move start', 'move status', 'move switch', 'move abandon', 'tenant remove'];
  const local = [
    'start',
    'open',
    'clean',
    'serve',
    'migrate',
    'rotate-secrets',
    'doctor',
    'simulate',
    'sandbox create',
    'sandbox list',
    'sandbox run',
    'sandbox remove',
    'conformance',
    'load',
    'check-receiver',
    'completion',
    'login',
    'logout',
    'event send',
    'provider check',
    ...moving,
  ];
  const others = all.filter(({ words }) => !local.includes(words) && !words.startsWith('time ') && !isTenants(words));
  for (const { words, command } of others)
    for (const option of ['json', 'operatorUrl', 'operatorToken']) assert.ok(command.options[option], `${words} lacks ${option}`);
});

/** A tenant has an API key and no operator's token. */
const isTenants = (words: string): boolean =>
  /^(agents|endpoints|triggers|deliveries|calls) /.test(words) ? words !== 'calls adopt' : ['listen', 'catch-up'].includes(words);

test('every command of a tenant takes where to reach the public API, and a profile', () => {
  const tenants = all.filter(({ words }) => isTenants(words));
  assert.ok(tenants.length > 10);
  for (const { words, command } of tenants)
    for (const option of ['profile', 'baseUrl', 'apiKey']) assert.ok(command.options[option], `${words} lacks ${option}`);
});
