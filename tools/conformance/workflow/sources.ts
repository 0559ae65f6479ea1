import { readFileSync } from 'node:fs';
import { dirname, resolve as pathTo } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { escapePointer } from '../../../src/contract/json-pointer.ts';
import { type CompileAt, compilerFor } from '../../contract/check/validators.ts';
import { at, byPointer, entries, isObject, items, type JsonObject, operationsOf, resolve, text } from '../../contract/document.ts';
import type { Refuse } from './document.ts';
import { expressionProblem } from './expressions.ts';
import type { Source, Step } from './schema.ts';

/** The documents that the steps refer to. */
export interface Sources {
  /** Returns the HTTP operation of a step. */
  operation(step: Step, refuse: Refuse): HttpOperation;
  /** Returns the messages that a receive step waits for. */
  reception(step: Step, refuse: Refuse): Reception;
}

export interface HttpOperation {
  readonly method: string;
  readonly path: string;
}

export interface Reception {
  readonly own: readonly Message[];
  /** Holds the other messages of the channel. */
  readonly others: readonly Message[];
  /** Holds expressions of what is compared with the step's `correlationId`. */
  readonly correlations: readonly string[];
  /** Tells if the document says how messages are signed (`x-signature`). */
  readonly signed: boolean;
}

export interface Message {
  readonly name: string;
  readonly payload: ValidateFunction | null;
  readonly headers: ValidateFunction | null;
  /** Holds the names of the headers as the schema writes them. */
  readonly headerNames: readonly string[];
  readonly correlation: string | null;
}

interface Loaded extends Source {
  readonly document: JsonObject;
  readonly compile: CompileAt;
}

/** Reads the sources of an Arazzo document, which are files beside it and hold no references to other files. */
export function sourcesOf(file: string, sources: readonly Source[], refuse: Refuse): Sources {
  const loaded = sources.map((source, index) => load(file, source, (place, why) => refuse(['sourceDescriptions', index, ...place], why)));
  const second = loaded.findIndex(({ type }, index) => type === 'openapi' && loaded.findIndex((other) => other.type === type) !== index);
  if (second !== -1) refuse(['sourceDescriptions', second], 'is a second OpenAPI document, and a run has one deployment');
  const find = (type: Source['type'], name: string | undefined): readonly Loaded[] =>
    loaded.filter((source) => source.type === type && (name === undefined || source.name === name));
  return {
    operation({ operationId, operationPath }, refused) {
      const member = operationId === undefined ? 'operationPath' : 'operationId';
      const [source, name] = operationId === undefined ? pathOf(operationPath) : idOf(operationId);
      const found = find('openapi', source)
        .flatMap(({ document }) => operationsOf(document))
        .find(({ id, method, path }) => (member === 'operationId' ? id === name : `/paths/${escapePointer(path)}/${method}` === name));
      if (!found) return refused([member], 'leads to no operation of an OpenAPI source');
      return { method: found.method.toUpperCase(), path: found.path };
    },
    reception(step, refused) {
      const member = step.operationId === undefined ? 'channelPath' : 'operationId';
      const [source, name] = step.operationId === undefined ? pathOf(step.channelPath) : idOf(step.operationId);
      for (const { document, compile } of find('asyncapi', source)) {
        const found = messagesOf(document, member, name, (why) => refused([member], why));
        if (found) return receptionOf(document, compile, found, step, refused);
      }
      return refused([member], 'leads to nothing in an AsyncAPI source');
    },
  };
}

function load(file: string, source: Source, refuse: Refuse): Loaded {
  if (/^[a-z][a-z+.-]+:/i.test(source.url)) refuse(['url'], 'is not read: sources are files beside the document');
  const path = pathTo(dirname(file), source.url);
  try {
    const content = readFileSync(path, 'utf8');
    const document: unknown = path.endsWith('.json') ? JSON.parse(content) : parse(content);
    if (!isObject(document)) throw new Error('it is no object');
    const version = text(document[source.type]);
    if (!version.startsWith('3.')) throw new Error(`it is no ${source.type} document of version 3`);
    const elsewhere = outside(document);
    if (elsewhere) throw new Error(`it refers to another file, ${elsewhere}: bundle it first`);
    return { ...source, document, compile: compilerFor(document, source.type === 'openapi' ? '2020-12' : 'draft-07', { strict: false }) };
  } catch (error) {
    return refuse(['url'], `cannot be used: ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Returns the first reference that leads out of a document. */
function outside(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { $ref } = node as JsonObject;
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return $ref;
  for (const value of Object.values(node)) {
    const found = outside(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Splits `$sourceDescriptions.<source>.<id>`, or returns an id alone. */
function idOf(operationId: string): readonly [source: string | undefined, id: string] {
  const [, source, id] = /^\$sourceDescriptions\.([\w-]+)\.(.+)$/.exec(operationId) ?? [];
  return [source, id ?? operationId];
}

/** Splits `{$sourceDescriptions.<source>.url}#<pointer>`. */
function pathOf(path = ''): readonly [source: string | undefined, pointer: string] {
  const [, source, pointer = ''] = /^\{\$sourceDescriptions\.([\w-]+)\.url\}#(.+)$/.exec(path) ?? [];
  return [source, pointer];
}

interface FoundMessages {
  /** Holds pointers to the messages. */
  readonly own: readonly string[];
  readonly all: readonly string[];
}

function messagesOf(document: JsonObject, member: string, name: string, refuse: (why: string) => never): FoundMessages | null {
  const channelAt = (pointer: string): readonly string[] =>
    entries(at(document, { $ref: pointer }, 'messages')).map(([key]) => `${pointer}/messages/${escapePointer(key)}`);
  if (member === 'channelPath') {
    const all = /^\/channels\/[^/]+$/.test(name) ? channelAt(`#${name}`) : [];
    return all.length > 0 ? { own: all, all } : null;
  }
  const operation = at(document, document, 'operations', name);
  if (!isObject(operation)) return null;
  if (operation['action'] !== 'send') refuse('is an operation in which the service receives');
  const channel = isObject(operation['channel']) ? text(operation['channel']['$ref']) : '';
  const all = channelAt(channel);
  const own = items(operation['messages']).map((message) => (isObject(message) ? text(message['$ref']) : ''));
  return { own: own.length > 0 ? own : all, all };
}

function receptionOf(document: JsonObject, compile: CompileAt, { own, all }: FoundMessages, step: Step, refuse: Refuse): Reception {
  const message = (pointer: string): Message => messageAt(document, compile, pointer);
  const messages = own.map(message);
  const named = step['x-receive']?.correlatedBy;
  const correlations = named === undefined ? messages.map(({ correlation }) => correlation) : [correlationOf(document, named)];
  if (named !== undefined && correlations[0] === null) refuse(['x-receive', 'correlatedBy'], 'names no correlation id of the components');
  if (step.correlationId !== undefined && correlations.includes(null)) refuse(['correlationId'], 'belongs to messages that have none');
  const odd = correlations.find((location) => location !== null && expressionProblem(location) !== null);
  if (odd) refuse(['correlationId'], `is compared with \`${odd}\`, which is not played`);
  return {
    own: messages,
    others: all.filter((pointer) => !own.includes(pointer)).map(message),
    correlations: [...new Set(correlations.filter((location) => location !== null))],
    signed: isObject(document['x-signature']),
  };
}

const correlationOf = (document: JsonObject, name: string): string | null =>
  expressionOf(at(document, document, 'components', 'correlationIds', name, 'location'));

function messageAt(document: JsonObject, compile: CompileAt, reference: string): Message {
  const place = lastOf(document, reference);
  const message = resolve(document, { $ref: place });
  const parts = [message, ...items(at(document, message, 'traits')).map((trait) => resolve(document, trait))];
  const first = (key: string): unknown => parts.map((part) => at(document, part, key)).find((found) => found !== undefined);
  const schema = (key: string): ValidateFunction | null => {
    const index = parts.findIndex((part) => at(document, part, key) !== undefined);
    if (index === -1) return null;
    const trait = index === 0 ? place : lastOf(document, `${place}/traits/${index - 1}`);
    return compile(`${trait}/${key}`);
  };
  return {
    name: text(at(document, message, 'name')) || place.split('/').at(-1) || place,
    payload: schema('payload'),
    headers: schema('headers'),
    headerNames: entries(at(document, first('headers'), 'properties')).map(([name]) => name),
    correlation: expressionOf(at(document, first('correlationId'), 'location')),
  };
}

/** Follows references at a pointer to the pointer of what is no reference. */
function lastOf(document: JsonObject, pointer: string): string {
  const node = byPointer(document, pointer);
  return isObject(node) && typeof node['$ref'] === 'string' ? lastOf(document, node['$ref']) : pointer;
}

/** Turns `$message.header#/Name` of AsyncAPI into the expression of Arazzo. */
const expressionOf = (location: unknown): string | null =>
  typeof location === 'string' ? location.replace(/^\$message\.header#\//, '$message.header.') : null;
