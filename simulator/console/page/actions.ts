import { replay } from './deliveries/delivery.ts';
import type { Expected } from './expectations/expectation.ts';
import type { KeptExpectations } from './expectations/kept-expectations.ts';
import { post, sentenceOf } from './link/api.ts';
import type { Listing } from './list/listing.ts';
import type { Navigation } from './navigation.ts';
import type { KeptRuns } from './runs/kept-runs.ts';

/** The actions on the chosen row and on the whole simulator, each of which says its result. */
export interface Actions {
  hangUp(): Promise<void>;
  replayChosen(): void;
  expect(expected: Expected): void;
  /** Resets the simulator. */
  forget(): void;
}

export interface ActionsOptions {
  readonly listing: Listing;
  readonly navigation: Navigation;
  readonly kept: KeptRuns;
  readonly expectations: KeptExpectations;
  readonly say: (sentence: string) => void;
}

export function actionsOf({ listing, navigation, kept, expectations, say }: ActionsOptions): Actions {
  const { chosen } = listing;
  const sayWhy = (error: unknown): void => say(sentenceOf(error));
  const reset = async (): Promise<void> => {
    // A failure to keep the run does not prevent the reset.
    const isKept = await kept.keepCurrent().catch(() => false);
    await post('/reset');
    listing.chooseNothing();
    say(`The simulator has forgotten everything.${isKept ? ' The run before is among the runs.' : ''}`);
  };
  return {
    async hangUp() {
      if (chosen?.kind !== 'call' || !chosen.call.callId) return;
      await post(`/console/calls/${chosen.call.callId}/end`).then(() => say('Hanging up.'), sayWhy);
    },
    replayChosen() {
      if (chosen?.kind === 'delivery') void replay(chosen.delivery).then(() => say('Replayed.'), sayWhy);
    },
    expect(expected) {
      expectations.add(expected);
      navigation.setTask('expect');
      navigation.setSight('forms');
      say('Expected from now on; “Check all” holds it against the next run.');
    },
    forget: () => void reset().catch(sayWhy),
  };
}
