/** Takes a click for an answer unless it is the second of a double click, which began before the question was there. */
export const unlessDouble =
  (answer: () => void) =>
  ({ detail: clicks }: MouseEvent): void => {
    if (clicks < 2) answer();
  };
