import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportText } from '../../tools/conformance/report/report.ts';
import { runConformance } from '../../tools/conformance/run.ts';
import { targetFor } from '../../tools/conformance/target.ts';
import { notPassed, silent, told } from '../tools/conformance/run.ts';
import type { Finding } from './finding.ts';

/**
 * The checks whose requests are well formed: documents' examples, accepted boundaries, resources, idempotency, calls.
 * Prism answers the others by itself, ends on them (an id of `%ff`), or resets connections (I5, fifty requests at once).
 */
const journeys = 'C D H1 H2 H3 H4 H5 H7 H10 H11 H12 H13 H14 I1 I2 I3 I4 I7 I8 I9 I10 K L8 L15'.split(' ');

/**
 * Plays the journeys against the service of `npm start` in the folder, whose API is asked at `baseUrl`. The exchanges are kept as a HAR
 * file.
 */
export async function judgeJourneys(folder: string, baseUrl: string): Promise<{ readonly finding: Finding; readonly harFile: string }> {
  const target = targetFor({}, join(folder, 'start.json'));
  if (!target) throw new Error('npm start wrote no start.json.');
  const seed = Math.floor(Math.random() * 2_147_483_647);
  const run = await runConformance({ target: { ...target, baseUrl }, profile: 'full', seed, only: journeys }, silent);
  const harFile = join(folder, 'conformance.har');
  await writeFile(harFile, reportText('har', run));
  const passed = run.results.filter(({ verdict }) => verdict === 'pass').length;
  const rest = notPassed(run);
  return { finding: { looked: passed, problems: rest.length > 0 ? [`seed ${seed}`, ...rest, told(run)] : [] }, harFile };
}
