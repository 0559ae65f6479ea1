import { spawnSync } from 'node:child_process';

export interface Changed {
  /** Paths from the root of the repository. */
  readonly files: readonly string[];
  /** What they are compared with: a branch and the commit at which this one left it. */
  readonly since: string;
}

/** What differs from the main branch: commits since the merge base, the working tree and new files. Null where git cannot tell. */
export function changedFiles(root: string): Changed | null {
  for (const branch of ['origin/HEAD', 'origin/main', 'main']) {
    const [base] = linesOf(root, ['merge-base', 'HEAD', branch]) ?? [];
    if (base === undefined) continue;
    const differing = linesOf(root, ['diff', '--name-only', '--relative', base]) ?? [];
    const added = linesOf(root, ['ls-files', '--others', '--exclude-standard']) ?? [];
    return { files: [...new Set([...differing, ...added])], since: `${branch} (${base.slice(0, 8)})` };
  }
  return null;
}

function linesOf(root: string, args: readonly string[]): readonly string[] | null {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}
