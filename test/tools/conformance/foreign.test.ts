import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { openDriver } from '../../../tools/conformance/driver/remote.ts';
import { reportText } from '../../../tools/conformance/report/report.ts';
import { type Run, runConformance } from '../../../tools/conformance/run.ts';
import { capabilities } from '../../../tools/conformance/surroundings.ts';
import { listen } from '../../support/api.ts';
import { type Foreign, noPython, startForeign } from './foreign.ts';
import { judge, notPassed, resultOf, silent, told } from './run.ts';

/** By mistake: what is run and what it says, and what must fail where that is a rule of every response. */
type Mistakes = Readonly<Record<string, readonly [only: string, says: RegExp, expected?: string]>>;

/** No mistake of one service has the others' checks say what they must. */
const mistakes: readonly Mistakes[] = [
  {
    'undocumented-field': ['H1', /internal is not a property/, 'B3'],
    'secret-listed': ['H1', /signing secret/, 'B8'],
    'scope-ignored': ['F3', /expected 403 insufficient_scope/],
    'keys-live-on': ['F9', /after it was revoked: expected 401/],
    'tenants-see-each-other': ['G1', /readAgent/],
    'eleven-endpoints': ['H4', /11 were made/],
    'conflict-ignored': ['I3', /expected 409/],
    'one-request-too-many': ['J2', /121 of 150 passed/],
    'status-goes-back': ['K1', /went from in-progress to ringing/],
    'secret-decoded': ['L1', /the key is the secret decoded from hex, not its text/],
    'old-timestamp': ['L3', /The second attempt carries the timestamp of the first/],
    'id-changes': ['L4', /Three attempts of one delivery carry 3 ids/],
    'user-agent': ['L6', /User-Agent is "python"/],
    'forged-headers': ['L7', /x-webhook/],
    'transcript-uncut': ['L9', /transcript/],
    'filter-ignored': ['L10', /With a filter for another outcome/],
    'redirect-is-success': ['L11', /After a 301 the delivery is success/],
    'no-jitter': ['L12', /they are not drawn by chance/],
    'five-attempts': ['L14', /It failed after 5 attempts/],
    'private-addresses': ['L19', /10\.0\.0\.1\/hook: expected 400 invalid_webhook_url, got 201/],
    'key-twice': ['M12', /the request was read all the same/],
    'agents-unsorted': ['H15', /Agents are listed as/],
    'one-number-for-all': ['K11', /A call that was to come from/],
    'rings-although-refused': ['J8', /A telephone rang at/, 'O5'],
  },
  {
    'keys-forgotten': ['I3', /byte for byte/],
    'numbers-are-rounded': ['L2', /metadata is not echoed/],
    'bytes-change': ['L5', /The body of a later attempt differs from the first/],
    'replays-at-any-time': ['L15', /A replay of one that is retrying: expected 400/],
  },
];

/** The operations of a service that has only these. */
const two = ['placeCall', 'readCall'] as const;
/** Of each group checks that need another operation of a whole service to prepare, to compare or to tidy up. */
const judgedOfTwo = [
  ...['C1', 'D1', 'E1', 'E6', 'E11', 'E16', 'E19', 'E20', 'E22', 'F1', 'F2', 'F3', 'F5', 'F9', 'G1', 'G2', 'G4', 'G5', 'H6', 'H8'],
  ...['I1', 'I5', 'I8', 'I9', 'I10', 'J1', 'J2', 'J3', 'J4', 'J5', 'J7', 'J8', 'J9', 'J10', 'K1', 'K2', 'K4', 'K5', 'K7', 'K11'],
  ...['M2', 'M3', 'M4', 'M6', 'M8', 'M9', 'M10', 'M12', 'M13', 'O4', 'O5', 'S1'],
];

const judgeTwo = (foreign: Foreign, only: readonly string[]): Promise<Run> =>
  runConformance({ target: foreign.target, profile: 'full', seed: 1, only, operations: two }, silent);

/** Another implementation of the documents, in another language, is judged through its driver: as it is, and with one mistake at a time. */
describe('a foreign implementation', { skip: noPython() ?? false }, () => {
  describe('without a mistake', () => {
    let foreign: Foreign;
    before(async () => {
      foreign = await startForeign();
    });
    after(() => foreign.stop());

    test('passes all groups through its driver, but for what only our simulator or an instance of the run’s own has', async () => {
      const run = await judge(foreign);
      assert.deepEqual(
        notPassed(run),
        ['L23 skipped needs the control API of Ringpost’s simulator: give --simulator', `L30 skipped ${capabilities['own instance']}`],
        told(run),
      );
      assert.deepEqual([...new Set(run.results.map(({ check }) => check.id.slice(0, 1)))].join(''), 'ABCDEFGHIJKLMNOS');
    });

    test('is judged alike through a driver that is a command', async () => {
      const run = await judge({ target: { ...foreign.target, driver: foreign.command } }, ['G1', 'L8']);
      assert.deepEqual(notPassed(run), [], told(run));
      assert.ok(run.exchanges.length > 20);
    });

    test('is judged as a service with two operations by every check that can do without the others, and no request meets another one', async () => {
      // The documents are the same ones, of which group A has judged everything above.
      const run = await judgeTwo(foreign, [...'CDEFGHIJKLMS']);
      assert.deepEqual([...new Set(run.exchanges.flatMap(({ request }) => request.operationId ?? []))].sort(), [...two].sort());
      assert.equal(told(run), '');
      const passed = run.results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check.id);
      for (const id of judgedOfTwo) assert.ok(passed.includes(id), `${id} did not pass: ${resultOf(run, id).reason}`);
      // What needs a webhook, an agent's schema or a hang-up has no other way to prepare it.
      assert.equal(resultOf(run, 'H1').reason, 'needs the operation createWebhookEndpoint, which --operations does not name');
      assert.equal(resultOf(run, 'K3').reason, 'needs the operation endCall, which --operations does not name');
      const { missingOperations } = JSON.parse(reportText('json', run));
      const named = run.results.filter(({ reason }) => reason?.includes('needs the operation createWebhookEndpoint,')).length;
      assert.equal(missingOperations.createWebhookEndpoint, named);
      for (const kind of ['terminal', 'html'] as const)
        assert.match(
          reportText(kind, run),
          new RegExp(`\\d+ checks need an operation that --operations does not name: createWebhookEndpoint ${named}, `),
        );
    });

    test('is not judged by what a driver with few verbs cannot do, and the report says which verb is missing', async () => {
      const driver = await startRelay(foreign.target.driver, ['makeTenant', 'makeKey', 'prepareCalls']);
      const { results } = await judge({ target: { ...foreign.target, driver: driver.url } }, [
        'F2',
        'F9',
        'G4',
        'H10',
        'I5',
        'I10',
        'K5',
        'L1',
      ]);
      await driver.stop();
      assert.deepEqual(
        results.filter(({ check }) => !/^[BO]/.test(check.id)).map(({ check, verdict, reason }) => [check.id, verdict, reason]),
        [
          ['F2', 'pass', null],
          ['F9', 'skipped', 'needs the verb setLimit, which the driver does not answer'],
          ['G4', 'pass', null],
          ['H10', 'skipped', 'needs the verb causeEvent, which the driver does not answer'],
          ['I5', 'skipped', 'needs the verb listDials, which the driver does not answer'],
          [
            'I10',
            'skipped',
            'moves the clock of a sandbox: give the operator or a --driver that can, and --clock move for the demo of this folder',
          ],
          ['K5', 'pass', null],
          ['L1', 'skipped', 'needs the verb causeEvent, which the driver does not answer'],
        ],
      );
    });
  });

  for (const [nth, together] of mistakes.entries()) failing(`with mistakes, ${nth + 1}`, together, judge);
  failing(
    'with mistakes in two operations',
    {
      'keys-live-on': ['F9', /after it was revoked: expected 401/],
      'one-request-too-many': ['J2', /121 of 150 passed/],
      'rings-although-refused': ['J8', /A telephone rang at/, 'O5'],
    },
    judgeTwo,
  );
});

/** One service makes these mistakes, and one run finds them all. */
function failing(name: string, together: Mistakes, judging: (foreign: Foreign, only: readonly string[]) => Promise<Run>): void {
  describe(name, () => {
    let run: Run;
    before(async () => {
      const foreign = await startForeign(Object.keys(together));
      run = await judging(
        foreign,
        Object.values(together).map(([only]) => only),
      ).finally(foreign.stop);
    });
    for (const [mistake, [only, says, expected = only]] of Object.entries(together))
      test(`${expected} fails where ${mistake}`, () => {
        const { verdict, findings } = resultOf(run, expected);
        assert.equal(verdict, 'fail');
        assert.match(findings.map(({ message }) => message).join('\n'), says);
      });
  });
}

test('a driver that is none is no driver: nobody answers, the command ends, or what it answers has another shape', async (t) => {
  const silent = await startRelay(null, []);
  t.after(() => silent.stop());
  const notFound = await startRelay(null, [], 404);
  t.after(() => notFound.stop());
  const rows = [
    ['http://127.0.0.1:1/', /^The driver cannot be used: Nobody answers at http:\/\/127\.0\.0\.1:1\/ \(.+\)\.$/],
    [`${notFound.url}?404`, /^The driver cannot be used: http:\/\/127\.0\.0\.1:\d+\/\?404 answers 404: /],
    ['exit 3', /^The driver cannot be used: The command has ended with the code 3: exit 3$/],
    [`read line; echo '{"verbs": "all"}'; cat`, /answered describe with \{"verbs":"all"\}: ?\/verbs must be array/],
    [`read line; echo '{"error": {"message": "not today"}}'; cat`, /The driver failed at describe: not today/],
    [`read line; echo hello; cat`, /what is not JSON: hello/],
    [silent.url, /answered describe with \{\}: ?must have required property 'verbs'/],
  ] as const;
  for (const [driver, message] of rows) await assert.rejects(openDriver(driver), { name: 'Unjudgeable', message });
});

test('a driver that gives no answer, or does not end with its input, is waited for no longer than the limits say', async () => {
  const limits = { answerMs: 300, endMs: 300 };
  await assert.rejects(openDriver('sleep 60; echo', limits), {
    name: 'Unjudgeable',
    message: 'The driver cannot be used: The command gave no answer to describe within 0.3 s: sleep 60; echo',
  });
  const lasting = await openDriver(`read line; echo '{"verbs": ["listDials"]}'; sleep 60; echo`, limits);
  await assert.rejects(lasting.ask('listDials', {}), { message: /^The command gave no answer to listDials within 0\.3 s: / });
  // What it answers later would be taken for the answer to another request.
  await assert.rejects(lasting.ask('listDials', {}), { message: /^The command has ended with / });
  const began = performance.now();
  await (await openDriver(`read line; echo '{"verbs": []}'; sleep 60; echo`, limits)).close();
  assert.ok(performance.now() - began < 30_000);
});

/** A driver that passes requests on and answers fewer verbs; without an address it answers everything with an empty object. */
async function startRelay(
  address: string | null,
  verbs: readonly string[],
  status = 200,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const reply =
      address === null
        ? status === 200
          ? '{}'
          : '<h1>Not here</h1>'
        : JSON.parse(body).verb === 'describe'
          ? JSON.stringify({ verbs })
          : await passedOn(address, body);
    response.writeHead(status).end(reply);
  });
  const { origin, close: stop } = await listen(server);
  return { url: `${origin}/`, stop };
}

const passedOn = async (address: string, body: string): Promise<string> => (await fetch(address, { method: 'POST', body })).text();
