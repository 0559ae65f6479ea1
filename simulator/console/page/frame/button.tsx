import type { JSX } from 'preact';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'onClick'> & {
  readonly isOff?: boolean;
  readonly onClick?: (event: MouseEvent) => void;
};

/**
 * A button that a held key presses once, and that may be off for a while. It is not `disabled`, which would take the keyboard's focus from
 * it. Its form is not sent either.
 */
export const Button = ({ isOff = false, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-disabled={isOff}
    onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
    onKeyDown={(event) => {
      if (event.repeat && event.key === 'Enter') event.preventDefault();
    }}
  />
);

/** Takes a click for an answer unless it is the second of a double click, which began before the question was there. */
export const unlessDouble =
  (answer: () => void) =>
  ({ detail: clicks }: MouseEvent): void => {
    if (clicks < 2) answer();
  };
