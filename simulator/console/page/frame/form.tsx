import type { ComponentChildren, JSX } from 'preact';

/** A form of the page. Ctrl+Enter sends it from any of its fields. Keys that are held send it once. */
export function Form({ name, onSend, children }: { name: string; onSend: () => void; children: ComponentChildren }) {
  return (
    <form
      class="compose"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        if (event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
        else if (!event.repeat && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </form>
  );
}

type TextFieldProps = JSX.IntrinsicElements['input'] & { readonly label: string; readonly onText: (text: string) => void };

export function TextField({ label, onText, ...input }: TextFieldProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <input class="mono" autocomplete="off" spellcheck={false} onInput={(event) => onText(event.currentTarget.value)} {...input} />
    </label>
  );
}
