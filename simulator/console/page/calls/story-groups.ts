import type { Schemas } from '../link/api.ts';

/** Returns the stories in groups, most used first: conversations. */
export function storyGroups(scenarios: readonly Schemas['Scenario'][]): readonly (readonly [string, readonly Schemas['Scenario'][]])[] {
  const titled = groups.map(([title]) => [title, [] as Schemas['Scenario'][]] as const);
  for (const scenario of scenarios) {
    const index = groups.findIndex(([, holds]) => holds(scenario));
    titled[index]?.[1].push(scenario);
  }
  return titled.filter(([, each]) => each.length > 0).reverse();
}

const groups: readonly (readonly [string, (scenario: Schemas['Scenario']) => boolean])[] = [
  ['The provider misbehaves', ({ placement }) => placement !== 'accepted'],
  ['Callbacks go astray', ({ callbacks, name }) => callbacks !== 'once' || name === 'never-ends' || /silent|drop|late/.test(name)],
  ['Odd data', ({ name }) => /^extraction|transcript/.test(name)],
  ['Nobody talks', ({ name }) => /no-answer|busy|voicemail|carrier|declined|invalid/.test(name)],
  ['Somebody answers', () => true],
];
