import { plural } from '../frame/format.ts';
import type { Model } from '../timeline/model.ts';
import { countsOf } from './rows-of.tsx';
import type { Tab } from './tab.ts';

/** Says that a list lacks what is older, where it does. */
export function Newest({ model, tab }: { model: Model; tab: Tab }) {
  const [listed, dropped] = [countsOf(model)[tab], model.dropped[tab]];
  if (dropped === 0 && !model.isCut) return null;
  return (
    <p class="list-note">
      {dropped > 0 && `These are the newest ${listed.toLocaleString('en')} of ${plural(listed + dropped, 'row')}. `}
      {model.isCut && 'The simulator has forgotten its oldest entries, and what began with them is not listed.'}
    </p>
  );
}
