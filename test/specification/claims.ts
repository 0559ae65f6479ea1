import ts from 'typescript';

/** That a test holds a rule, as the test's source says. */
export interface Claim {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** The test's name, as it is written. */
  readonly name: string;
  /** Of the test, and of the row that makes it one of many. */
  readonly source: string;
}

export interface FileClaims {
  readonly claims: readonly Claim[];
  /** Claims that hang on nothing, or on a test that does not run. */
  readonly complaints: readonly string[];
}

/**
 * A test claims a rule in one of two ways:
 * - `row('C-JSON-01', 'name', run)`, or `row(rule, …)` in a loop over a literal, each of whose items begins with its ids;
 * - `// holds: C-JSON-01, C-TIME-01` on the line above a `test(…)`, or above the `for` that makes tests.
 * A claim anywhere else, on a test that is skipped, or on one that asserts nothing, is complained of.
 */
export function readClaims(file: string, source: string): FileClaims {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const claims: Claim[] = [];
  const complaints: string[] = [];
  const counted = new Set<number>();

  const claim = (rules: readonly string[], at: ts.Node, call: ts.CallExpression, more: ts.Node = at): void => {
    const line = lineOf(tree, at);
    const why = whyNotRun(call, source);
    if (why) complaints.push(`${file}:${line} holds ${rules.join(', ')}, but ${why}`);
    else for (const rule of rules) claims.push({ rule, file, line, name: nameOf(call), source: `${call.getText()}\n${more.getText()}` });
  };

  const visit = (node: ts.Node): void => {
    const tagged = tagAbove(tree, node);
    if (tagged) {
      counted.add(tagged.position);
      const call = testIn(node);
      if (call) claim(tagged.rules, node, call);
      else complaints.push(`${file}:${lineOf(tree, node)} holds ${tagged.rules.join(', ')}, but is no test`);
    }
    if (isCallOf(node, ['row'])) {
      const first = node.arguments[0];
      const written = first ? idsIn(first) : [];
      if (written.length > 0) claim(written, node, node);
      for (const item of itemsWalkedAround(node, tree)) {
        const ids = idsIn(item);
        if (ids.length > 0) claim(ids, item, node, item);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);

  // On a line of its own: within a text it is data.
  for (const match of source.matchAll(/(?<=^ *)\/\/ holds:.*/gm))
    if (!counted.has(match.index)) complaints.push(`${file}:${lineAt(tree, match.index)} says "${match[0]}" above no test`);
  return { claims, complaints };
}

const idForm = /^[A-Z]+-[A-Z]+-\d\d$/;

/** The ids among the texts of a literal; in a call's first argument, or an item that a loop walks. */
function idsIn(node: ts.Node): string[] {
  const found: string[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isStringLiteralLike(inner) && idForm.test(inner.text)) found.push(inner.text);
    // What a row does is its own business: ids in there are data.
    if (!ts.isFunctionLike(inner)) ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

/** The items of the literals that the loops around a call walk, where the call's first argument comes from them. */
function itemsWalkedAround(call: ts.CallExpression, tree: ts.SourceFile): readonly ts.Node[] {
  const first = call.arguments[0]?.getText() ?? '';
  const items: ts.Node[] = [];
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    if (!ts.isForOfStatement(node)) continue;
    const names = bindingsOf(node.initializer);
    if (names.some((name) => new RegExp(`\\b${name}\\b`).test(first))) items.push(...itemsOf(node.expression, tree));
  }
  return items;
}

function bindingsOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isBindingElement(node)) return bindingsOf(node.name);
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...bindingsOf(child));
  });
  return found;
}

/** A literal, a constant of this file that is one, or `Object.entries` of either. */
function itemsOf(node: ts.Node, tree: ts.SourceFile): readonly ts.Node[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return itemsOf(node.expression, tree);
  if (ts.isCallExpression(node) && node.expression.getText() === 'Object.entries' && node.arguments[0])
    return itemsOf(node.arguments[0], tree);
  if (ts.isIdentifier(node)) {
    const declared = tree.statements
      .flatMap((statement) => (ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : []))
      .find((declaration) => declaration.name.getText() === node.text);
    return declared?.initializer ? itemsOf(declared.initializer, tree) : [];
  }
  return [];
}

/** `// holds: …` that ends on the line above a statement. */
function tagAbove(tree: ts.SourceFile, node: ts.Node): { readonly rules: readonly string[]; readonly position: number } | null {
  if (!ts.isStatement(node)) return null;
  const comments = ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? [];
  const last = comments.at(-1);
  if (!last) return null;
  const text = tree.text.slice(last.pos, last.end);
  if (!text.startsWith('// holds:') || lineAt(tree, last.end) + 1 !== lineOf(tree, node)) return null;
  return {
    rules: text
      .slice('// holds:'.length)
      .split(',')
      .map((id) => id.trim()),
    position: last.pos,
  };
}

/** The test that a statement is, or that its loop or its describe makes first. */
function testIn(node: ts.Node): ts.CallExpression | null {
  let found: ts.CallExpression | null = null;
  const visit = (inner: ts.Node): void => {
    if (found) return;
    if (isCallOf(inner, ['test', 'it']) || isCallOf(inner, ['skip', 'todo'])) found = inner;
    else ts.forEachChild(inner, visit);
  };
  visit(node);
  return found;
}

/** `test(…)`, `test.skip(…)`. */
function isCallOf(node: ts.Node, names: readonly string[]): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression;
  if (ts.isIdentifier(callee)) return names.includes(callee.text);
  return (
    ts.isPropertyAccessExpression(callee) && ['test', 'it', 'row'].includes(callee.expression.getText()) && names.includes(callee.name.text)
  );
}

function whyNotRun(call: ts.CallExpression, source: string): string | null {
  if (ts.isPropertyAccessExpression(call.expression))
    return `the test is ${call.expression.name.text}ped`.replace('todoped', 'still to do');
  for (const argument of call.arguments)
    if (ts.isObjectLiteralExpression(argument) && /\b(skip|todo): *(true|'|")/.test(argument.getText())) return 'the test is skipped';
  const body = call.arguments.at(-1);
  if (!body || !ts.isFunctionLike(body)) return ts.isIdentifier(body ?? call) ? null : 'the test has no body of its own';
  return asserts(body.getText(), source) ? null : 'the test asserts nothing';
}

/** Directly, or by a function of its file or of another whose name says so: what throws fails a test too. */
const asserts = (body: string, source: string): boolean =>
  /\bassert\b/.test(body) ||
  [...body.matchAll(/\b(\w+)\(/g)].some(([, name]) =>
    new RegExp(`(function ${name}\\b|const ${name} =|import .*\\b${name}\\b)`).test(source),
  );

const nameOf = (call: ts.CallExpression): string =>
  (
    call.arguments.find((argument, i) => ts.isStringLiteralLike(argument) && !(i === 0 && idForm.test(argument.text))) ??
    call.arguments.find(ts.isTemplateExpression)
  )
    ?.getText()
    .slice(1, -1) ?? '';

const lineAt = (tree: ts.SourceFile, position: number): number => tree.getLineAndCharacterOfPosition(position).line + 1;
const lineOf = (tree: ts.SourceFile, node: ts.Node): number => lineAt(tree, node.getStart(tree));
