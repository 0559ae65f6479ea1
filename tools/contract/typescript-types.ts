import openapiTS, { addJSDocComment, astToString, type OpenAPI3, type SchemaObject } from 'openapi-typescript';
import ts from 'typescript';
import { refTo } from '../../src/contract/references.ts';
import { at, isObject, items, type JsonObject, operationsOf, text } from './document.ts';

/** Returns the TypeScript types of a document without its descriptions, which this project's own code reads in the document. */
export const typescriptTypes = async (document: JsonObject): Promise<string> => printed(await typesOf(document), { removeComments: true });

/**
 * Returns the types with the document's descriptions as editors show them, for the programs of others. What is described of an operation stands at its
 * id, so that a method of that name shows it.
 */
export async function describedTypes(document: JsonObject): Promise<string> {
  const nodes = await typesOf(document);
  for (const operation of membersOf(nodes, 'operations')) describe(document, operation);
  return withPlainDescriptions(printed(nodes, {}));
}

async function typesOf(document: JsonObject): Promise<readonly ts.Node[]> {
  const nodes = await openapiTS(withTextsOfReferences(document), {
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    silent: true,
    transform: openEnum,
  });
  return nodes.filter((node) => !isInterface(node, 'paths'));
}

const printed = (nodes: readonly ts.Node[], formatOptions: ts.PrinterOptions): string =>
  `/** Made by \`npm run generate\` from the documents. Edit those. */\n\n${astToString([...nodes], { formatOptions })}`;

/** Returns a copy in which what refers to a schema has the schema's description: the generator follows no reference for it. */
const withTextsOfReferences = (document: JsonObject): OpenAPI3 =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    isObject(value) && text(value['$ref']).startsWith(refTo('')) ? { description: at(document, value, 'description'), ...value } : value,
  );

/** Known values of a set that may grow: an editor completes them, and every other text fits too. */
function openEnum(schema: SchemaObject): ts.TypeNode | undefined {
  const values = items((schema as unknown as JsonObject)['x-extensible-enum']).map(text);
  if (values.length === 0) return undefined;
  const { factory } = ts;
  const anyText = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const known = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const isNullable = items((schema as unknown as JsonObject)['type']).includes('null');
  const none = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyText), ...none]);
}

function describe(document: JsonObject, member: ts.PropertySignature): void {
  const found = operationsOf(document).find(({ id }) => id === nameOf(member));
  if (found) addJSDocComment(found.operation as Parameters<typeof addJSDocComment>[0], member);
}

const nameOf = ({ name }: ts.PropertySignature): string => (ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '');

const isInterface = (node: ts.Node, name: string): node is ts.InterfaceDeclaration =>
  ts.isInterfaceDeclaration(node) && node.name.text === name;

const membersOf = (nodes: readonly ts.Node[], name: string): readonly ts.PropertySignature[] =>
  nodes.filter((node) => isInterface(node, name)).flatMap(({ members }) => members.filter(ts.isPropertySignature));

/** Editors show a tag as a footnote, and the text before all tags as what a thing is. */
const withPlainDescriptions = (types: string): string => types.replace(/^(\s*\/?\*+) @description /gm, '$1 ');
