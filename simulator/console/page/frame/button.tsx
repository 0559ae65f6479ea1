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
