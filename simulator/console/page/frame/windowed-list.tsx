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
  const [view, setView] = useView(box);
  const selectedIndex = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected);

  keepPlace(box, rows, keyOf, rowHeight);
  useScrollToSelection(box, selected, selectedIndex, rowHeight);

  const moves = keyMoves({
    count: rows.length,
    selectedIndex,
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    select(index) {
      const row = rows[index];
      if (row) onSelect(keyOf(row));
    },
    open() {
      if (selected !== null) onOpen(selected);
    },
  });
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
function keepPlace<Row>(box: Box, rows: readonly Row[], keyOf: (row: Row) => string, rowHeight: number): void {
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

interface View {
  readonly top: number;
  readonly height: number;
}

interface Box {
  readonly current: HTMLDivElement | null;
}

/** Returns the part of the list that is in view, which follows the size of the box. */
function useView(box: Box): [View, (view: View) => void] {
  const [view, setView] = useState<View>({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [view, setView];
}

/** Scrolls to the selection only when it changes, so that a user who scrolls away stays there. */
function useScrollToSelection(box: Box, selected: string | null, selectedIndex: number, rowHeight: number): void {
  useEffect(() => {
    const element = box.current;
    if (!element || selectedIndex < 0) return;
    const top = selectedIndex * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top + rowHeight - element.clientHeight;
  }, [selected]);
}

interface KeyMoves {
  readonly count: number;
  readonly selectedIndex: number;
  /** Is the number of rows that a page key moves by. */
  readonly page: number;
  readonly select: (index: number) => void;
  readonly open: () => void;
}

function keyMoves({ count, selectedIndex, page, select, open }: KeyMoves): Readonly<Record<string, () => void>> {
  const selectNear = (index: number): void => select(Math.max(0, Math.min(count - 1, index)));
  return {
    ArrowDown: () => selectNear(selectedIndex + 1),
    ArrowUp: () => selectNear(selectedIndex < 0 ? 0 : selectedIndex - 1),
    PageDown: () => selectNear(Math.max(0, selectedIndex) + page),
    PageUp: () => selectNear(selectedIndex - page),
    Home: () => selectNear(0),
    End: () => selectNear(count - 1),
    Enter: open,
  };
}
