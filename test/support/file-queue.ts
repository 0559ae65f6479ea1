import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The test files of one run, in its temporary folder, for several processes. A process claims a file by creating
 * another file, which only one process can, and creates a second one when the test file has ended.
 */
interface Queue {
  readonly root: string;
  readonly names: readonly string[];
  /** Those that use little CPU time for as long as they take. Only half of the processes run them at a time. */
  readonly waiting?: readonly string[];
}

const listPath = (folder: string): string => join(folder, 'test-files.json');
const claimPath = (folder: string, index: number): string => join(folder, `test-file-${index}.claimed`);
const problemsPath = (folder: string): string => join(folder, 'problems.txt');
const endPath = (folder: string, index: number): string => join(folder, `test-file-${index}.finished`);

/** Writes the list, and returns one entry file for each process, because node's runner gives each file a process. */
export function createQueue(folder: string, queue: Queue, most: number): string[] {
  const processes = Math.min(most, queue.names.length);
  writeFileSync(listPath(folder), JSON.stringify({ ...queue, processes }));
  return Array.from({ length: processes }, (_, index) => {
    const entry = join(folder, `test-process-${index + 1}.mjs`);
    writeFileSync(entry, `import ${JSON.stringify(import.meta.resolve('./run-files.ts'))};\n`);
    return entry;
  });
}

export interface ClaimedFile {
  readonly name: string;
  readonly path: string;
  finished(): void;
}

/**
 * Yields the files that this process is the first to claim, in the order of the list. While half of the processes have one that waits,
 * the others of these are passed over as long as there is anything else.
 */
export function* claimFiles(folder = process.env['TEST_FOLDER'] ?? ''): Generator<ClaimedFile> {
  const { root, names, waiting = [], processes } = readQueue(folder);
  const waits = new Set(names.flatMap((name, index) => (waiting.includes(name) ? [index] : [])));
  const isUnderWay = (index: number): boolean => existsSync(claimPath(folder, index)) && !existsSync(endPath(folder, index));
  const left = [...names.keys()];
  while (left.length > 0) {
    const othersFirst = [...waits].filter(isUnderWay).length >= processes / 2;
    const place = othersFirst ? left.findIndex((index) => !waits.has(index)) : 0;
    const [index = 0] = left.splice(Math.max(0, place), 1);
    const name = names[index] ?? '';
    if (create(claimPath(folder, index))) yield { name, path: join(root, name), finished: () => void create(endPath(folder, index)) };
  }
}

/** Returns the files that never ended, because their process did, or because no process was left to begin them. */
export function unfinishedFiles(folder: string): string[] {
  const present = new Set(readdirSync(folder).map((name) => join(folder, name)));
  return readQueue(folder).names.filter((_, index) => !present.has(endPath(folder, index)));
}

/** Keeps what makes a process fail without a test that fails. The runner prints it at most in the middle of its output. */
export function keepProblem(problem: string): void {
  appendFileSync(problemsPath(process.env['TEST_FOLDER'] ?? ''), `${problem}\n`);
}

/** Returns the problems that the processes kept, a paragraph each, or '' for none. */
export const keptProblems = (folder: string): string =>
  existsSync(problemsPath(folder)) ? readFileSync(problemsPath(folder), 'utf8') : '';

const readQueue = (folder: string): Queue & { readonly processes: number } => JSON.parse(readFileSync(listPath(folder), 'utf8'));

/** Makes an empty file. Returns false where it is there already. */
function create(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
