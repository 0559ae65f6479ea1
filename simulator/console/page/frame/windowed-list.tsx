import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/**
 * A list that draws only its visible rows, so that a thousand rows cost as much as thirty. Only the list takes the
 * focus; its current row is the `aria-activedescendant`.
 */
export interface WindowedListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowHeight: number;
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  /** Is called on Enter, to give the details the focus. */
  readonly onOpen: (key: string) => void;
  readonly children: (row: Row) => ComponentChildren;
}

/** Extra rows above and below the visible ones keep gaps from showing during scrolling. */
const overscan = 8;

export function WindowedList<Row>({ label, rows, keyOf, rowHeight, selected, onSelect, onOpen, children }: WindowedListProps<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  keepPlace(box, rows, keyOf, rowHeight);

  // The list scrolls to the selection only when it changes, so that a user who scrolls away stays there.
  useEffect(() => {
    const element = box.current;
    if (!element || selectedIndex < 0) return;
    const top = selectedIndex * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
  }, [selected]);

  const select = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) onSelect(keyOf(row));
  };
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => select(selectedIndex + 1),
    ArrowUp: () => select(selectedIndex < 0 ? 0 : selectedIndex - 1),
    PageDown: () => select(Math.max(0, selectedIndex) + page),
    PageUp: () => select(selectedIndex - page),
    Home: () => select(0),
    End: () => select(rows.length - 1),
    Enter: () => {
      if (selected !== null) onOpen(selected);
    },
  };
  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + overscan);

  return (
    <div
      ref={box}
      class="windowed"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selectedIndex >= first && selectedIndex < last ? idOf(label, selectedIndex) : undefined}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
      onKeyDown={(event) => {
        const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
        if (!move) return;
        event.preventDefault();
        move();
      }}
    >
      <div class="windowed-all" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
        {rows.slice(first, last).map((row, offset) => {
          const key = keyOf(row);
          const index = first + offset;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and answers the keys for its rows.
            // biome-ignore lint/a11y/useFocusableInteractive: as above; the row is the list's active descendant.
            <div
              key={key}
              id={idOf(label, index)}
              role="option"
              class="row"
              aria-selected={key === selected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
              onClick={() => onSelect(key)}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const idOf = (label: string, index: number): string => `${label.toLowerCase().replaceAll(' ', '-')}-${index}`;

/** New rows appear on top. If the list is scrolled down, the visible rows stay in place. */
function keepPlace<Row>(
  box: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  rowHeight: number,
): void {
  const firstKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const before = firstKey.current;
    firstKey.current = rows[0] ? keyOf(rows[0]) : null;
    if (!element || before === null || before === firstKey.current || element.scrollTop === 0) return;
    const moved = rows.findIndex((row) => keyOf(row) === before);
    if (moved > 0) element.scrollTop += moved * rowHeight;
  });
}
