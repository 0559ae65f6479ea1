import { storyName } from '../frame/format.ts';
import type { Schemas } from '../link/api.ts';
import { storyGroups } from './story-groups.ts';

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
