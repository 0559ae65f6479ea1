import { useState } from 'preact/hooks';

interface Story {
  readonly name: string;
  readonly numbers: { readonly first: string };
}

/**
 * Holds the chosen story and a number that plays it, unless one was typed. A story's numbers begin anywhere in its block for each visit, so
 * that earlier idempotency keys and opt-outs do not affect today's calls.
 */
export function useStoryNumber<S extends Story>(stories: readonly S[], firstStory: string, firstOf = (story: S) => story.numbers.first) {
  const [story, choose] = useState(firstStory);
  const [which, setWhich] = useState(() => Math.floor(Math.random() * 9_000));
  const [typed, setNumber] = useState<string | null>(null);
  const scenario = stories.find(({ name }) => name === story);
  return {
    ...{ story, scenario, setNumber },
    number: typed ?? (scenario ? firstOf(scenario).slice(0, -4) + String(which).padStart(4, '0') : ''),
    setStory(name: string): void {
      choose(name);
      setNumber(null);
    },
    /** Goes on to the story's next number, and so to another contact. */
    next(): void {
      setWhich((which + 1) % 10_000);
      setNumber(null);
    },
  };
}
