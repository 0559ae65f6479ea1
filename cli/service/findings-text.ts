import type { Finding } from '../../tools/doctor/finding.ts';
import { paintFor, type Tone } from '../parts/colour.ts';
import { cellText } from '../parts/table.ts';

const looks: Readonly<Record<Finding['state'], { readonly mark: string; readonly tone: Tone }>> = {
  good: { mark: '✓', tone: 'good' },
  warning: { mark: '!', tone: 'bold' },
  fault: { mark: '✗', tone: 'bad' },
  'not examined': { mark: '–', tone: 'quiet' },
};

/** Returns findings as lines for a person, with their advice, and a count. */
export function findingsText(findings: readonly Finding[]): string {
  const paint = paintFor(process.stdout);
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, found, advice }) => {
    const { mark, tone } = looks[state];
    const line = `${paint(mark, tone)} ${check.padEnd(width)}  ${cellText(found)}`;
    return advice === null ? [line] : [line, `${' '.repeat(width + 4)}→ ${cellText(advice)}`];
  });
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  return `${lines.join('\n')}\n\n${count('fault')} at fault, ${count('warning')} to look at, ${count('good')} good.\n`;
}
