import assert from 'node:assert/strict';
import { join } from 'node:path';
import ts from 'typescript';
import { items, type Json, object } from '../../src/contract/json.ts';
import { localAddress, publication } from '../../src/contract/publication.ts';
import { targetOf } from '../../src/contract/references.ts';

const document = publication(localAddress).openapi.document();

/**
 * Compiles these files of a project that has installed the packages, and asks TypeScript's language service, as an editor does, what it shows
 * there: at every method, input and field the document's description, and at every text with known values these values. Both ask one program.
 */
export function compileAndEdit(project: string, names: readonly string[], options: ts.CompilerOptions): void {
  const places = placesOf(document);
  assert.ok(places.length > 400, `${places.length} places`);
  const source = [
    "import { createClient, type InputOf, type OperationId, type ReplyOf } from '@ringpost/sdk/client';",
    "import type { WebhookEvent } from '@ringpost/sdk/webhooks';",
    "const client = createClient({ baseUrl: '', apiKey: '' });",
    'declare const input: { [Id in OperationId]: InputOf<Id> };',
    'declare const reply: { [Id in OperationId]: ReplyOf<Id> };',
    "declare const event: { [Name in WebhookEvent['event']]: Extract<WebhookEvent, { event: Name }> };",
    'declare function choose<T, Value>(choice: T, by: Value): Extract<T, Value>;',
    ...places.map(({ expression }) => `${expression} === '';`),
  ].join('\n');
  const files = names.map((name) => join(project, name));
  const editor = editorOn(join(project, 'editor.mts'), source, files, options);
  for (const file of files) for (const { name, text } of editor.compiled(file)) ts.sys.writeFile(name, text);
  assert.equal(editor.diagnostics(), '');
  const problems = places.flatMap(({ expression, description, values }) => {
    const end = source.indexOf(`\n${expression} === '';`) + 1 + expression.length;
    const shown = plain(editor.textAt(end - 1));
    const completed = values.length > 0 ? editor.completionsAt(end + " === '".length) : [];
    const missing = values.filter((value) => !completed.includes(value));
    return [
      ...(shown.includes(plain(description)) ? [] : [`${expression} shows "${shown}" and not "${plain(description)}"`]),
      ...(missing.length > 0 ? [`${expression} does not complete ${missing.join(', ')}`] : []),
    ];
  });
  assert.deepEqual(problems, []);
}

interface Place {
  readonly expression: string;
  readonly description: string;
  readonly values: readonly string[];
}

function placesOf({ paths, webhooks }: Json): readonly Place[] {
  const operations = Object.values(object(paths)).flatMap((item) => Object.values(object(item)).map(object));
  const ofOperations = operations.flatMap((operation) => {
    const id = String(operation['operationId']);
    const success = Object.entries(object(operation.responses)).find(([status]) => status.startsWith('2'))?.[1];
    const parameters = items(operation.parameters)
      .map(resolved)
      .filter((parameter) => parameter['in'] !== 'header');
    return [
      { expression: `client.${id}`, description: String(operation.description), values: [] },
      ...parameters.map((parameter) => place(`input.${id}.${parameter.name}`, { ...resolved(parameter['schema']), ...parameter })),
      ...fieldsOf(jsonSchema(operation.requestBody), `input.${id}`),
      ...fieldsOf(jsonSchema(success), `reply.${id}`),
    ];
  });
  const ofEvents = Object.entries(object(webhooks)).flatMap(([name, item]) =>
    fieldsOf(jsonSchema(object(object(item)['post']).requestBody), `event['${name}']`),
  );
  return [...ofOperations, ...ofEvents];
}

const jsonSchema = (body: unknown): unknown => object(object(resolved(body).content)['application/json'])['schema'];

/** Returns every field that an expression leads to. */
function fieldsOf(schema: unknown, expression: string): readonly Place[] {
  const found = resolved(schema);
  if (found['items'] !== undefined) return fieldsOf(found['items'], `${expression}![0]!`);
  const choices = items(found['oneOf']).flatMap((choice) => {
    const property = String(object(found.discriminator)['propertyName']);
    const value = object(object(resolved(choice).properties)[property]).const;
    return fieldsOf(choice, `choose(${expression}, { ${property}: '${value}' } as const)`);
  });
  if (choices.length > 0) return choices;
  return Object.entries(object(found.properties)).flatMap(([name, property]) => {
    const field = `${expression}!.${name}`;
    return [place(field, resolved(property)), ...fieldsOf(property, field)];
  });
}

const place = (expression: string, schema: Json): Place => ({
  expression,
  description: String(schema.description ?? ''),
  values: items(schema['x-extensible-enum'] ?? schema.enum).map(String),
});

/** What stands beside a reference counts more than what it leads to. */
function resolved(part: unknown): Json {
  const { $ref, ...own } = object(part);
  return typeof $ref === 'string' ? { ...resolved(targetOf($ref, document)), ...own } : own;
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Editor {
  textAt(position: number): string;
  completionsAt(position: number): readonly string[];
  compiled(other: string): readonly ts.OutputFile[];
  /** Tells what is wrong with the types, but for those of the file itself, which compares what cannot be equal. */
  diagnostics(): string;
}

function editorOn(file: string, source: string, others: readonly string[], options: ts.CompilerOptions): Editor {
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file, ...others],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => join(file, '..'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const program = service.getProgram() ?? assert.fail();
  // A foreign file that imports nothing of other packages lacks nothing that ours did not bring.
  const isChecked = ({ fileName, text }: ts.SourceFile): boolean =>
    fileName !== file &&
    (!/node_modules\/(?!@ringpost\/|ringpost\/)/.test(fileName) ||
      ts.preProcessFile(text).importedFiles.some((imported) => !imported.fileName.startsWith('.')));
  return {
    compiled: (other) => service.getEmitOutput(other).outputFiles,
    diagnostics: () =>
      ts.formatDiagnostics(
        program.getSourceFiles().flatMap((source) => (isChecked(source) ? ts.getPreEmitDiagnostics(program, source) : [])),
        { getCurrentDirectory: () => join(file, '..'), getCanonicalFileName: (name) => name, getNewLine: () => '\n' },
      ),
    textAt: (position) => ts.displayPartsToString(service.getQuickInfoAtPosition(file, position)?.documentation),
    completionsAt: (position) => service.getCompletionsAtPosition(file, position, undefined)?.entries.map(({ name }) => name) ?? [],
  };
}
