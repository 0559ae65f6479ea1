import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Standing, Tone } from './tone.ts';

/** The small components of every view. */

const glyphs: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', wait: '↻', live: '●', quiet: '–' };

/** A state as a colour, with a sign for people who see no colour and words for screen readers. */
export function Mark({ tone, label }: { tone: Tone; label?: string }) {
  return (
    <span class={`mark ${tone}`} {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>
      {glyphs[tone]}
    </span>
  );
}

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`badge ${tone}`}>
      <Mark tone={tone} /> {children}
    </span>
  );
}

export interface CopyButtonProps {
  readonly label: string;
  /** Is the label for screen readers, which do not see the neighbours. */
  readonly name: string;
  readonly text: () => string;
}

/** Copies the text, and says that it did. */
export function CopyButton({ label, name, text }: CopyButtonProps) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const copy = async (): Promise<void> => {
    // A page at another host's plain address has no clipboard at all.
    const isCopied = navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setCopied((await isCopied) ? 'yes' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied('no'), 2_000);
  };
  const said = { no: label, yes: 'Copied', failed: 'The browser refused' }[copied];
  return (
    <button type="button" class="quiet" onClick={() => void copy()} aria-label={copied === 'no' ? name : said}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={copied === 'yes' ? 'M3 8.5l3.5 3.5L13 4.5' : 'M5.5 5.5h7v8h-7zM10.5 5.5v-3h-7v8h2'} />
      </svg>
      {said}
    </button>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <p>{children}</p>}
    </div>
  );
}

interface DetailHeadProps {
  readonly title: string;
  readonly standing: Standing;
  /** Tells it from others: its number and its id. */
  readonly names: string;
  readonly children?: ComponentChildren;
}

/** The head of the details of a call, a webhook or a text. */
export function DetailHead({ title, standing: { tone, word }, names, children }: DetailHeadProps) {
  return (
    <header class="detail-head">
      <div class="detail-title">
        <h2>{title}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p class="mono muted wrap">{names}</p>
      {children}
    </header>
  );
}

export function Problem({ children }: { children: ComponentChildren }) {
  return (
    <p class="problem" role="alert">
      <Mark tone="bad" /> <span>{children}</span>
    </p>
  );
}

export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows text unchanged. It takes the focus, so that long text can be scrolled by keyboard. */
export function Verbatim({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
    <section class="raw" aria-label={label} tabIndex={0}>
      <pre>{children}</pre>
    </section>
  );
}
