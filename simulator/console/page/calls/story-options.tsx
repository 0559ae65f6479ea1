import { storyName } from '../frame/format.ts';
import type { Schemas } from '../link/api.ts';

/** The stories of calls as options of a selection, in groups. */
export function StoryOptions({ scenarios }: { readonly scenarios: readonly Schemas['Scenario'][] }) {
  return (
    <>
      {storyGroups(scenarios).map(([title, each]) => (
        <optgroup key={title} label={title}>
          {each.map(({ name }) => (
            <option key={name} value={name}>
              {storyName(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

/** Returns the stories in groups, most used first: conversations. */
function storyGroups(scenarios: readonly Schemas['Scenario'][]): readonly (readonly [string, readonly Schemas['Scenario'][]])[] {
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
