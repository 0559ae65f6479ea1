import { type TestContext, test } from 'node:test';

/**
 * A test that holds rules of `rules.yaml`: their ids begin its name, so that a failing run says which promise is broken.
 * `npm run trace` reads the ids from the source, either written in the call itself or in the literal that a loop around
 * the call walks; it lets nobody write an id anywhere else.
 */
export function row(rules: string | readonly string[], name: string, run: (t: TestContext) => Promise<void> | void): void {
  test(`${[rules].flat().join(', ')}: ${name}`, run);
}
