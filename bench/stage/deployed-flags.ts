import { readFileSync } from 'node:fs';

/** The flags of Node that the deployed service runs with, as the image sets them. */
export function deployedNodeFlags(): readonly string[] {
  const [, flags] = /^\s*(?:ENV )?NODE_OPTIONS=(\S+)/m.exec(readFileSync(dockerfile, 'utf8')) ?? [];
  if (flags === undefined) throw new Error('deploy/docker/Dockerfile sets no NODE_OPTIONS');
  return [flags];
}

const dockerfile = new URL('../../deploy/docker/Dockerfile', import.meta.url);
