import { escaped } from './plot.ts';

/** A CPU profile as V8 writes it: a tree of calls, and the samples with their intervals in µs. */
export interface CpuProfile {
  readonly nodes: readonly CallNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

interface Frame {
  readonly name: string;
  readonly place: string;
  /** Is the time in µs, with all calls below it. */
  readonly total: number;
  readonly callees: readonly Frame[];
}

/**
 * Draws a self-contained page: calls with their callers above, as wide as their CPU time. A click widens a frame to the
 * page. Waiting time is left out.
 */
export function flameGraph(title: string, profile: CpuProfile): string {
  const root = rootOf(profile);
  const boxes = boxesOf(root, root.total);
  const depth = Math.max(...boxes.map(({ level }) => level)) + 1;
  const drawn = boxes.map(
    ({ frame, level, from, width }) =>
      `<g data-x="${from.toFixed(5)}" data-w="${width.toFixed(5)}" data-y="${level}"><rect class="${kindOf(frame.place)}"/><text>${escaped(frame.name)}</text><title>${escaped(
        `${frame.name} ${frame.place}\n${(frame.total / 1_000).toFixed(1)} ms, ${((100 * frame.total) / root.total).toFixed(1)} %`,
      )}</title></g>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
<h1>${escaped(title)}</h1>
<p>${(root.total / 1e6).toFixed(2)} s of CPU. <b class="own">■</b> Ringpost <b class="package">■</b> packages <b class="node">■</b> Node and V8. A click widens a frame, one on the uppermost shows all.</p>
<svg height="${depth * line}" role="img" aria-label="Flame graph">${drawn.join('')}</svg>
<script>${script}</script>
</html>
`;
}

const idle = new Set(['(idle)', '(program)', '(root)']);
/** A narrower part of the whole is invisible, and would make the page large. */
const least = 0.0005;
const line = 18;

function rootOf({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const self = new Map<number, number>();
  for (const [n, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[n] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frameOf = ({ id, callFrame, children = [] }: CallNode): Frame => {
    const callees = children
      .flatMap((child) => byId.get(child) ?? [])
      .map(frameOf)
      .filter(({ name }) => !idle.has(name));
    const own = idle.has(callFrame.functionName) ? 0 : (self.get(id) ?? 0);
    return {
      name: callFrame.functionName || '(anonymous)',
      place: placeOf(callFrame),
      total: own + callees.reduce((sum, { total }) => sum + total, 0),
      callees: callees.toSorted((one, other) => other.total - one.total),
    };
  };
  const [first] = nodes;
  if (!first) throw new Error('The profile is empty.');
  return { ...frameOf(first), name: 'all' };
}

const placeOf = ({ url, lineNumber }: CallNode['callFrame']): string => {
  if (url === '') return '';
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/node_modules\//, 'node_modules/');
  return `${file.replace(/^.*\/(?=(?:src|bench|simulator)\/)/, '')}:${lineNumber + 1}`;
};

const kindOf = (place: string): 'own' | 'package' | 'node' =>
  /^(?:src|bench|simulator)\//.test(place) ? 'own' : place.startsWith('node_modules/') ? 'package' : 'node';

interface Box {
  readonly frame: Frame;
  readonly level: number;
  /** Is a fraction of the whole. */
  readonly from: number;
  readonly width: number;
}

function boxesOf(frame: Frame, all: number, level = 0, from = 0): readonly Box[] {
  const width = frame.total / all;
  if (width < least) return [];
  let next = from;
  const below = frame.callees.flatMap((callee) => {
    const boxes = boxesOf(callee, all, level + 1, next);
    next += callee.total / all;
    return boxes;
  });
  return [{ frame, level, from, width }, ...below];
}

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --own: #f0b072; --package: #a9c8e8; --node: #d5d9df }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #15181c; --own: #8a5216; --package: #2b4f74; --node: #3a4048 } }
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1rem } h1 { font-size: 1.2rem }
b.own { color: var(--own) } b.package { color: var(--package) } b.node { color: var(--node) }
svg { width: 100%; display: block } g { cursor: pointer } text { font-size: 11px; fill: var(--ink); pointer-events: none }
rect { stroke: var(--paper); height: ${line - 1}px } rect.own { fill: var(--own) } rect.package { fill: var(--package) } rect.node { fill: var(--node) }`;

/** Lays the boxes out for the page's width, and again for a frame that was clicked. */
const script = `
const svg = document.querySelector('svg'), frames = [...svg.children].map((g) => ({ g, x: +g.dataset.x, w: +g.dataset.w, y: +g.dataset.y }));
let shown = frames[0];
const draw = () => {
  const wide = svg.clientWidth / shown.w;
  for (const { g, x, w, y } of frames) {
    const from = Math.max(0, (x - shown.x) * wide), to = Math.min(svg.clientWidth, (x + w - shown.x) * wide), size = to - from;
    g.style.display = size < 0.5 ? 'none' : '';
    const [rect, text] = g.children;
    rect.setAttribute('x', from); rect.setAttribute('y', y * ${line}); rect.setAttribute('width', Math.max(0, size));
    text.setAttribute('x', from + 3); text.setAttribute('y', y * ${line} + 13);
    text.style.clipPath = 'inset(0 0 0 0)'; text.textContent = size < 24 ? '' : g.querySelector('title').textContent.split('\\n')[0].split(' ')[0].slice(0, Math.floor((size - 6) / 6));
  }
};
svg.addEventListener('click', (event) => { const g = event.target.closest('g'); if (g) { shown = frames.find((frame) => frame.g === g); draw(); } });
addEventListener('resize', draw); draw();`;
