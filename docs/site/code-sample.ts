import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fenced } from './fenced.ts';
import { repository } from './repository.ts';

/** Renders code as it is in a file, below the file's name. */
export async function codeSample(file: string, text: string): Promise<string> {
  const code = (await readFile(join(repository, file), 'utf8')).trimEnd();
  if (extname(file) === '.md') return blockOf(code, text, file);
  return fenced(`${languages[extname(file)] ?? 'text'} ${file}`, text === '' ? code : declarationOf(code, text, file));
}

/** Returns the first block of a Markdown file that contains the text, with its fence. */
function blockOf(markdown: string, text: string, file: string): string {
  const block = [...markdown.matchAll(/^```\w+\n[\s\S]*?^```$/gm)].map(([whole]) => whole).find((whole) => whole.includes(text));
  return block ?? missing(file, text);
}

/**
 * Returns the declaration that the first line with the text begins: its comment above, the more deeply indented lines,
 * and the closing brackets or `end`.
 */
function declarationOf(code: string, text: string, file: string): string {
  const lines = code.split('\n');
  const first = lines.findIndex((line) => line.includes(text));
  if (first === -1) return missing(file, text);
  const indent = indentOf(lines[first] ?? '');
  let last = first;
  while (last + 1 < lines.length && belongs(lines[last + 1] ?? '', indent)) last += 1;
  let start = first;
  while (start > 0 && isComment(lines[start - 1] ?? '')) start -= 1;
  return lines
    .slice(start, last + 1)
    .map((line) => line.slice(indent))
    .join('\n')
    .trimEnd();
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

const belongs = (line: string, indent: number): boolean =>
  line.trim() === '' || indentOf(line) > indent || (indentOf(line) === indent && /^\s*([)}\]{]|end\b)/.test(line));

const isComment = (line: string): boolean => /^\s*(#|\/\/|\/?\*)/.test(line);

function missing(file: string, text: string): never {
  throw new Error(`${file} has nothing with “${text}”.`);
}

const languages: Readonly<Record<string, string>> = {
  '.ts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.py': 'python',
  '.go': 'go',
  '.php': 'php',
  '.rb': 'ruby',
  '.sh': 'bash',
  '.yaml': 'yaml',
  '.json': 'json',
};
