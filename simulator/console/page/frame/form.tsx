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

type SelectFieldProps = JSX.IntrinsicElements['select'] & { readonly label: string; readonly onChoose: (value: string) => void };

export function SelectField({ label, onChoose, ...select }: SelectFieldProps) {
  return (
    <label>
      <span class="label">{label}</span>
      <select onChange={(event) => onChoose(event.currentTarget.value)} {...select} />
    </label>
  );
}

interface SegmentsProps<Id extends string> {
  /** Says to screen readers what is chosen. */
  readonly legend: string;
  readonly name: string;
  readonly options: readonly (readonly [Id, string])[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A choice of a few, all of which are seen. */
export function Segments<Id extends string>({ legend, name, options, chosen, onChoose }: SegmentsProps<Id>) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{legend}</legend>
      {options.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name={name} checked={chosen === id} onChange={() => onChoose(id)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
