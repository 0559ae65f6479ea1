import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingVariables } from '../../src/agents/prompt.ts';

test('names what the prompt needs and the request lacks, sorted and once', () => {
  assert.deepEqual(missingVariables('{{zip}} {{ name }} {{name}} {{city}}', { city: 'Oakland' }), ['name', 'zip']);
});

test('allows spaces and filters around a name', () => {
  assert.deepEqual(missingVariables('{{ name | upcase }} {{city|default: "here"}} {{\tzip\n}}', {}), ['city', 'name', 'zip']);
});

test('sees a token that trims the white space around it, and a name with hyphens', () => {
  assert.deepEqual(missingVariables('{{- nick -}} {{-city-}} {{first-name}} {{- last-name | upcase -}}', {}), [
    'city',
    'first-name',
    'last-name',
    'nick',
  ]);
  assert.deepEqual(missingVariables('{{first-name}}', { 'first-name': 'Ada' }), []);
});

test('wants the name before a bracket', () => {
  assert.deepEqual(missingVariables("{{ rooms[0] }} {{ lead.homes[0].street }} {{ size['m2'] | round }}", {}), [
    'lead.homes',
    'rooms',
    'size',
  ]);
  assert.deepEqual(missingVariables('{{ rooms[0] }} {{ lead.homes[0] }}', { rooms: [], lead: { homes: [] } }), []);
});

test('knows the members that every list and text has in a template', () => {
  assert.deepEqual(missingVariables('{{rooms.first}} {{rooms.last}} {{rooms.size}} {{name.size}}', { rooms: ['hall'], name: 'Ada' }), []);
  assert.deepEqual(missingVariables('{{name.first}} {{lead.size}}', { name: 'Ada', lead: {} }), ['lead.size', 'name.first']);
});

test('takes null and the empty string as supplied', () => {
  assert.deepEqual(missingVariables('{{a}} {{b}} {{c}}', { a: null, b: '', c: 0 }), []);
});

test('never misses the names that the voice side fills', () => {
  const prompt =
    '{{now}} {{date}} {{time}} {{day}} {{month}} {{year}} {{customer.number}} {{call.id}} {{phoneNumber.number}} {{transport.conversationType}}';
  assert.deepEqual(missingVariables(prompt, {}), []);
});

test('misses names that only look reserved', () => {
  assert.deepEqual(missingVariables('{{customer}} {{nowhere}} {{callback}}', {}), ['callback', 'customer', 'nowhere']);
});

test('reads a name as letters, digits, underscore, hyphen and dot, not beginning with a digit or a hyphen', () => {
  assert.deepEqual(missingVariables('{{_a1}} {{lead.first_name}} {{1st}} {{-1}} {{a - b}} {{}} { {x} }', {}), ['_a1', 'lead.first_name']);
});

test('finds a dotted name by itself or by the member it points to', () => {
  assert.deepEqual(missingVariables('{{lead.name}}', { 'lead.name': 'Ada' }), []);
  assert.deepEqual(missingVariables('{{lead.name}}', { lead: { name: null } }), []);
  assert.deepEqual(missingVariables('{{lead.name}}', { lead: {} }), ['lead.name']);
  assert.deepEqual(missingVariables('{{lead.name}}', { lead: null }), ['lead.name']);
});

test('does not take what every object inherits for a variable', () => {
  assert.deepEqual(missingVariables('{{constructor}} {{__proto__}} {{a.length}}', { a: {} }), ['__proto__', 'a.length', 'constructor']);
  assert.deepEqual(missingVariables('{{__proto__}}', JSON.parse('{"__proto__": 1}')), []);
});

test('reads a prompt of a million unclosed tokens in one pass; a pass for each token would not end within the time of a test', () => {
  for (const unclosed of ['{{a|', '{{a[', '{{- a-']) assert.deepEqual(missingVariables(unclosed.repeat(1_000_000), {}), []);
  for (const long of ['{{a'.padEnd(1_000_000, '-'), '{{'.padEnd(1_000_000), '{{a'.padEnd(1_000_000)])
    assert.deepEqual(missingVariables(long, {}), []);
});
