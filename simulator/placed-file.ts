import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { BadFile, type Place } from './bad-file.ts';

/** A YAML file as values, which finds each value's place in the text. */
export interface PlacedFile {
  readonly content: unknown;
  /** Returns the place of the value that a JSON pointer leads to, or of the nearest one around it. */
  at(pointer: string): Place;
  /** Returns the place of a property's name in the map that a JSON pointer leads to. */
  atName(pointer: string, name: string): Place;
}

/** Parses the file. Throws `BadFile` if it is not YAML. */
export function placedFile(text: string): PlacedFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset = 0): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const mistakes = [...document.errors.map(({ pos, message }) => ({ offset: pos[0], message })), ...badAliases(document)];
  if (mistakes.length > 0) throw new BadFile(mistakes.map(({ offset, message }) => ({ ...place(offset), message })));
  return {
    content: contentOf(document),
    at: (pointer) => place(nodeAt(document.contents, pointer)?.range?.[0]),
    atName(pointer, name) {
      const map = nodeAt(document.contents, pointer);
      const key = isMap(map) ? map.items.map((pair) => pair.key).find((each) => isScalar(each) && each.value === name) : map;
      return place(isNode(key) ? key.range?.[0] : 0);
    },
  };
}

/** Returns the place of a problem with the file's schema: for an unknown property that of its name. */
export const placeOf = ({ instancePath, keyword, params }: ErrorObject, file: PlacedFile): Place =>
  keyword === 'additionalProperties' ? file.atName(instancePath, String(params['additionalProperty'])) : file.at(instancePath);

/** Returns aliases without a target, and those that contain themselves, which would never end. */
function badAliases(document: Document): readonly { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      const offset = alias.range?.[0] ?? 0;
      if (!target) found.push({ offset, message: `*${alias.source} stands for nothing: there is no &${alias.source} before it.` });
      else if (path.includes(target)) found.push({ offset, message: `*${alias.source} stands for what it is a part of.` });
    },
  });
  return found;
}

function contentOf(document: Document): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    // A few lines of nested aliases can expand to billions of values.
    throw new BadFile([{ line: 1, column: 1, message: 'Its names (*…) stand for too much.' }]);
  }
}

function nodeAt(root: unknown, pointer: string): Node | null {
  let here: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const next: unknown = (here as { get?: (key: unknown, keep: true) => unknown } | null)?.get?.(
      /^\d+$/.test(part) ? Number(part) : part,
      true,
    );
    if (!isNode(next)) break;
    here = next;
  }
  return isNode(here) ? here : null;
}
