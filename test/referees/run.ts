import { npmStart } from '../support/npm-start.ts';
import { prepareCaller } from './caller.ts';
import { judgeJourneys } from './conformance.ts';
import { type Coverage, drift } from './drift.ts';
import { type Finding, say } from './finding.ts';
import { helm, withoutHelm } from './helm.ts';
import { behindPrism, prismFindings } from './prism.ts';
import { spectral } from './spectral.ts';
import { playWorkflows, readHar, workflowFindings } from './workflows.ts';

/**
 * `npm run referees`: programs of others judge the documents and the service, so that it is not only our own reading of the
 * contract that the service is held against. Spectral reads the documents, and Helm renders the chart; Redocly plays the workflows against `npm start`
 * through Prism, and then both look at everything that passed. The same for the journeys of our own conformance run. That a whole run
 * passes is a test of its own (`test/tools/conformance`).
 */
async function referee(): Promise<void> {
  say('Spectral, with the rules of OWASP', 'documents read', await spectral());
  if (withoutHelm === null) say('Helm, which renders the chart', 'manifests compared', await helm());
  else console.log(`${withoutHelm}: the chart was not rendered.`);
  const service = await npmStart();
  try {
    const caller = await prepareCaller(service.folder);
    await behindPrism(caller.apiUrl, async (proxyUrl) => {
      const played = await playWorkflows({ apiUrl: proxyUrl, inputs: caller.inputs, folder: service.folder });
      const har = await readHar(played.harFile);
      say('Redocly respect, every workflow without messages', 'checks made', workflowFindings(played));
      say('Prism between the workflows and the service', 'exchanges watched', prismFindings(har));
      const found = await drift(played.harFile, proxyUrl);
      say('Redocly drift, over the workflows', 'exchanges compared', found);
      say('Redocly drift, how much of the document that was', 'operations called', everyOperation(found.coverage));
      const journey = await judgeJourneys(service.folder, proxyUrl);
      say('Ringpost conformance through Prism, its journeys', 'checks passed', journey.finding);
      say('Prism between the journeys and the service', 'exchanges watched', prismFindings(await readHar(journey.harFile)));
      say('Redocly drift, over the journeys', 'exchanges compared', await drift(journey.harFile, proxyUrl));
    });
  } finally {
    await service.stop();
  }
}

/** Every operation must be among them. The other shares are shown: a 500 is documented, and no run can ask for one. */
function everyOperation({ operations, ...others }: Coverage): Finding {
  const shares = Object.entries(others).map(([what, { covered, total }]) => `${covered} of ${total} ${what}`);
  console.log(`     (${shares.join(', ')})`);
  const missing = operations.total - operations.covered;
  return { looked: operations.covered, problems: missing > 0 ? [`${missing} operations were never called.`] : [] };
}

await referee();
