import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/accessibility.ts';
import { assertFits, focusIsAt, openPage, pressByKeyboard, waitUntilSaid } from '../support/browser.ts';
import { inBrowser, withoutChromium } from '../support/chromium.ts';
import { type NpmStart, npmStart } from '../support/npm-start.ts';
import { shootWidths } from '../support/views.ts';

/** What a newcomer does in the first five minutes after `npm start`, with the page alone. */

let running: NpmStart;
before(async () => {
  if (!withoutChromium) running = await npmStart();
});
after(() => running?.stop());

const placeCall = async (page: Page, story: string): Promise<void> => {
  await page.getByRole('tab', { name: 'Call', exact: true }).click();
  await page.getByLabel('Story').first().selectOption({ label: story });
  await page.getByRole('button', { name: 'Place the call' }).click();
};

const list = (page: Page) => page.locator('.windowed .row');
const details = (page: Page) => page.getByRole('region', { name: 'Details' });

inBrowser(
  'npm start names the console first; a call is placed, watched live and seen to end, with its recording; one that never ends is hung up',
  async (t) => {
    assert.match(running.output().split('Running.')[1] ?? '', new RegExp(`^[^\\n]*\\n\\n *Console +${running.consoleUrl} `));
    const { page, shoot } = await openPage(t, running.consoleUrl);
    await list(page).first().waitFor();
    await placeCall(page, 'Answered, interested');
    await details(page)
      .getByRole('button', { name: /call\.completed.*accepted/ })
      .waitFor();
    await details(page).getByText('INTERESTED', { exact: true }).waitFor();
    await details(page)
      .getByText(/^0:00 \/ 0:\d\d$/)
      .waitFor();
    await details(page)
      .locator('audio')
      .evaluate((element: { muted: boolean }) => {
        element.muted = true;
      });
    const conversation = details(page).getByRole('list', { name: 'Conversation' }).getByRole('listitem');
    await conversation
      .nth(2)
      .getByRole('button', { name: /^Play from/ })
      .click();
    await conversation.nth(2).and(page.locator('[aria-current=true]')).waitFor();
    await details(page).getByRole('button', { name: 'Pause' }).waitFor();
    await conversation.nth(3).and(page.locator('[aria-current=true]')).waitFor();
    const [, from] = /:(\d+)/.exec(await conversation.nth(3).getByRole('button').innerText()) ?? [];
    const place = () =>
      details(page)
        .locator('audio')
        .evaluate((element: { currentTime: number }) => element.currentTime);
    assert.ok((await place()) >= Number(from), 'the recording is where the page says');
    await details(page).getByLabel('Place in the recording').fill('0.5');
    await conversation.nth(0).and(page.locator('[aria-current=true]')).waitFor();
    await assertAccessible(page, 'call');
    await shoot('call-ended');
    await list(page).first().click();
    await shootWidths({ page, shoot }, 'console-call');

    // Any other conversation is over within a second or two, before a busy machine has drawn it.
    await placeCall(page, 'Never ends');
    await details(page).getByText('talking').first().waitFor();
    await shoot('call-live');
    await details(page).getByRole('button', { name: 'Hang up' }).click();
    await details(page).getByText('ended-by-api').first().waitFor();
    // The next test has the receiver fail once, which must not meet this call's webhook.
    await details(page)
      .getByRole('button', { name: /call\.completed.*accepted/ })
      .waitFor();
  },
);

inBrowser('a failed delivery is seen, explained, retried when the clock is moved, compared and replayed', async (t) => {
  const { page, shoot } = await openPage(t, running.consoleUrl);
  await page.getByRole('button', { name: 'Fails once' }).click();
  await page.getByText('Answers 500 once, then 200.').waitFor();
  await placeCall(page, 'Busy');
  await details(page)
    .getByRole('button', { name: /call\.completed.*answered 500/ })
    .click();
  await details(page)
    .getByText(/answered attempt 1 with 500, so it counts as not delivered\. Ringpost sends it again in \d+ s/)
    .waitFor();
  await assertAccessible(page, 'failed delivery');
  await shoot('delivery-failed');

  await pressByKeyboard(page, details(page).getByRole('button', { name: 'Skip to the next attempt' }));
  await details(page)
    .getByText('The receiver took attempt 2 with 200, after 500. Nothing more will be sent, unless you replay it.')
    .waitFor();
  await focusIsAt(page, /^Skip to the next attempt$/);
  await page.getByRole('button', { name: 'Healthy', pressed: true }).waitFor();
  await page
    .getByRole('button', { name: /\+\d+ s|min/ })
    .first()
    .waitFor();

  await details(page).getByRole('button', { name: 'Replay' }).click();
  await details(page).getByText('Attempt 2 was accepted already. Answer 2xx, and do nothing twice.').waitFor();
  await details(page).getByRole('button', { name: 'As it came' }).click();
  await shoot('delivery-replayed');

  await details(page).getByLabel('Compare with attempt 1').check();
  await details(page).getByText('Byte for byte the same').waitFor();
  assert.match(
    await details(page).getByRole('region', { name: 'Differences of the headers' }).innerText(),
    /^\d headers the same[\s\S]*x-webhook-signature[\s\S]*x-webhook-timestamp/,
  );
  await assertAccessible(page, 'comparison');
  await shoot('delivery-compared');
});

inBrowser(
  'a text is sent and told of, and a contact answers; what a client asks through the simulator stands in the timeline',
  async (t) => {
    const { page, shoot } = await openPage(t, running.consoleUrl);
    await page.getByRole('tab', { name: 'Text', exact: true }).click();
    await page.getByLabel('Story').last().selectOption({ label: 'Undelivered' });
    await page.getByRole('button', { name: 'Send the text' }).click();
    await list(page).getByText('undelivered (30007)').click();
    await details(page)
      .getByRole('button', { name: /sms\.failed/ })
      .waitFor();

    await page.getByText('From a contact').first().click();
    await page.getByRole('textbox', { name: /^Text/ }).fill('Yes please, call me on Monday.');
    await waitUntilSaid(page, 'The service took the contact’s text.', () =>
      page.getByRole('button', { name: 'Let the contact send it' }).click(),
    );
    await list(page).getByText('From a contact').click();
    await details(page).getByText('Yes please, call me on Monday.').waitFor();
    await shoot('text');

    await fetch(`${running.consoleUrl}/service/api/v1/public/agents`);
    await page.keyboard.press('4');
    await list(page).getByText('the service answered 401').waitFor();
    await list(page).getByText('asks the service for GET /api/v1/public/agents').click();
    await details(page).getByRole('heading', { name: 'service.request' }).waitFor();
  },
);

inBrowser(
  'time is moved ahead from its own dialog, and runs on as before; frozen it holds a call where it is; until idle, a webhook goes through all its retries',
  async (t) => {
    const { page, shoot } = await openPage(t, running.consoleUrl);
    await list(page).first().waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Time' });
    await dialog.getByText(/^Runs ×/).waitFor();
    await assertAccessible(page, 'time');
    await dialog.getByRole('button', { name: '2 h' }).click();
    await dialog.getByText(/, 2 h.* ahead of the real time/).waitFor();
    await dialog.getByText(/^Runs ×/).waitFor();
    await dialog.getByRole('textbox', { name: 'Duration' }).fill('soon');
    await dialog.getByRole('button', { name: 'Advance' }).click();
    await dialog.getByText('That is no duration.').waitFor();
    await dialog.getByRole('textbox', { name: 'Duration' }).fill('1h30m');
    await dialog.getByRole('button', { name: 'Advance' }).click();
    await dialog.getByText(/, 3 h 30 min.* ahead of the real time/).waitFor();
    // The page lets time run once more, which must not come after a later test has frozen it.
    await dialog.getByText(/^Runs ×/).waitFor();
    await shoot('time');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Freeze time' }).click();
    await page.getByRole('button', { name: 'Let time run' }).waitFor();
    await page.getByRole('button', { name: 'Down', exact: true }).click();
    await page.getByText('Answers 503 until you say otherwise.').waitFor();
    await placeCall(page, 'Busy');
    await details(page).getByText('the provider took it').waitFor();
    await page.getByRole('button', { name: /frozen/ }).click();
    await page
      .getByRole('region', { name: 'Clock of the stories' })
      .getByText(/^Frozen; 1 step to come/)
      .waitFor();
    await shoot('time-frozen');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run until idle' }).click();
    await details(page)
      .getByRole('button', { name: /call\.completed.*answered 503/ })
      .click();
    await details(page)
      .getByText(/Ringpost has given up after 6 attempts\. Replay sends it once more/)
      .waitFor();
    // The service's record may be there before the last attempt is.
    await details(page).getByRole('button', { name: 'Show attempt 6' }).waitFor();
    assert.equal(
      await details(page)
        .getByRole('button', { name: /^Show attempt/ })
        .count(),
      6,
    );
    await shoot('given-up');
    await page.getByRole('button', { name: 'Healthy' }).click();
    await page.getByRole('button', { name: 'Let time run' }).click();
    await page.getByRole('button', { name: 'Freeze time' }).waitFor();
  },
);

inBrowser('what came right is expected from then on; what is not so says what was seen nearest; nothing scrolls sideways', async (t) => {
  const { page, shoot } = await openPage(t, running.consoleUrl);
  await placeCall(page, 'Busy');
  await details(page)
    .getByRole('button', { name: /call\.completed.*accepted/ })
    .click();
  // The call, which was shown before, has a button of that name too.
  await details(page).getByRole('button', { name: 'Show attempt 1' }).waitFor();
  await details(page).getByRole('button', { name: 'Expect' }).click();
  const expected = page.getByRole('region', { name: 'Expected' });
  await expected.getByText('1 of 1 met').waitFor();
  const form = page.getByText('Expect something else');
  const whereItWas = await form.boundingBox();
  await page.getByRole('region', { name: 'The contract' }).getByText('kept').waitFor();
  assert.deepEqual(await form.boundingBox(), whereItWas, 'the verdict moves nothing under the pointer');
  await form.click();
  await page.getByRole('textbox', { name: 'Where in its body' }).fill('data.outcome = NEVER');
  await page.getByRole('button', { name: 'Expect it' }).click();
  await expected.getByText(/No delivery with .*NEVER/).waitFor();
  await expected.getByText('1 of 2 met').waitFor();
  await assertAccessible(page, 'expectations');
  await shoot('expectations');

  await list(page).first().click();
  await assertFits(page);
});

inBrowser('a call whose answer was lost is not placed again by a second press; the next call is another', async (t) => {
  const { page } = await openPage(t, running.consoleUrl);
  await list(page).first().waitFor();
  const answers: { readonly sent: Record<string, unknown>; readonly callId: string }[] = [];
  await page.route('**/console/calls', async (route) => {
    const response = await route.fetch();
    answers.push({ sent: route.request().postDataJSON(), callId: (await response.json()).call.id });
    if (answers.length === 1) await route.fulfill({ status: 502, json: { error: { code: 'lost', message: 'The answer was lost.' } } });
    else await route.fulfill({ response });
  });
  await placeCall(page, 'Voicemail');
  await page.getByText('The answer was lost.').waitFor();
  for (let presses = 0; presses < 2; presses++) {
    const answered = page.waitForResponse('**/console/calls');
    await page.getByRole('button', { name: 'Place the call', disabled: false }).click();
    await answered;
  }
  const [first, second, third] = answers;
  assert.equal(second?.callId, first?.callId);
  assert.notEqual(third?.callId, first?.callId);
  assert.notEqual(third?.sent['idempotencyKey'], first?.sent['idempotencyKey']);
});

inBrowser('everything goes by keyboard: a call, its webhook, the replay, the list of keys', async (t) => {
  const { page, shoot } = await openPage(t, running.consoleUrl, { colorScheme: 'dark' });
  await list(page).first().waitFor();
  await page.getByRole('button', { name: 'Place the call', disabled: false }).waitFor();
  await page.keyboard.press('c');
  // The story's list has the focus: typing chooses.
  await page.keyboard.type('Voicemail');
  await page.keyboard.press('Control+Enter');
  await details(page)
    .getByRole('button', { name: /call\.completed.*accepted/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await details(page).and(page.locator(':focus')).waitFor();
  await details(page).getByText('Nothing more will be sent, unless you replay it.').waitFor();
  await page.keyboard.press('r');
  await details(page)
    .getByText(/Attempt 2 repeated it/)
    .waitFor();
  await assertAccessible(page, 'dark delivery');
  await shoot('delivery-dark');
  const replay = details(page).getByRole('button', { name: 'Replay', disabled: false });
  await pressByKeyboard(page, replay);
  await details(page).getByRole('button', { name: 'Show attempt 3' }).waitFor();
  await replay.waitFor();
  await focusIsAt(page, /^Replay$/);
  await page.keyboard.press('Escape');
  // At once: the list has the focus before the next key.
  await page.keyboard.press('ArrowDown');
  await list(page).nth(1).and(page.locator('[aria-selected=true]')).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await assertAccessible(page, 'dark keyboard');
  await shoot('keyboard-dark');
});

inBrowser('on a narrow screen one thing is in sight, and the way back is there', async (t) => {
  const { page, shoot } = await openPage(t, running.consoleUrl, { viewport: { width: 375, height: 812 } });
  await list(page).first().click();
  await details(page).getByRole('button', { name: 'Hang up' }).waitFor();
  await assertAccessible(page, 'narrow details');
  await shoot('narrow-details');
  await page.getByRole('button', { name: '‹ Back' }).click();
  await list(page).first().waitFor();
  await shoot('narrow-list');
  await page.getByRole('button', { name: 'Do', exact: true }).click();
  await page.getByRole('button', { name: 'Place the call' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'nothing sticks out');
  await shoot('narrow-forms');
});

inBrowser('the page, its files and what it is told hold no secret', async (t) => {
  const started = JSON.parse(readFileSync(join(running.folder, 'start.json'), 'utf8'));
  const secrets = [started.operatorToken, started.demo.apiKey, started.demo.signingSecret];
  const { page } = await openPage(t, 'about:blank');
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/timeline/stream'))
      void response.text().then(
        (body) => bodies.push(body),
        () => undefined,
      );
  });
  await page.goto(running.consoleUrl);
  await placeCall(page, 'Busy');
  await details(page)
    .getByText('NO_ANSWER', { exact: true })
    .or(details(page).getByText('BUSY', { exact: true }))
    .first()
    .waitFor();
  bodies.push(await (await fetch(`${running.consoleUrl}/timeline`)).text(), await page.content());
  assert.ok(bodies.length > 5);
  for (const body of bodies) for (const secret of secrets) assert.ok(!body.includes(secret));
});
