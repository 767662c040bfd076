/** The rows of a tape. Only visible rows are in the page; arrow keys move through all. */
import { element } from './element';
import { ROW_HEIGHT } from './styles';
import type { Move, Row } from './trace';

export interface RowsView {
  readonly root: HTMLElement;
  readonly show: (shown: Shown) => void;
}

export interface Shown {
  readonly rows: readonly Row[];
  /** The number of the selected entry; 0 for none. */
  readonly at: number;
  readonly lanes: readonly string[];
  readonly moves: ReadonlyMap<number, readonly Move[]>;
  /** The number of the entry that a replay stops at; 0 for none. */
  readonly breakAt: number;
  /** Rows are still being added; if the last one is in view, the view follows. */
  readonly isFollowing: boolean;
}

/** Rows rendered beyond the visible ones, so that scrolling by a line shows no gap. */
const AROUND = 10;
/** Widths in pixels: of a lane, and of everything else. */
const LANE = 130;
const NARROWEST = 320;
const ROW_ID = 'row-';
/** The most dots before the name of a saga, one for each saga that it runs in. */
const DEEPEST = 4;

/** `pick` is called with the number of an entry. */
export function createRowsView(pick: (nth: number) => void): RowsView {
  let shown: Shown = {
    rows: [],
    at: 0,
    lanes: [],
    moves: new Map(),
    breakAt: 0,
    isFollowing: false,
  };
  const head = element('div', { class: 'row head', role: 'row' });
  const rows = element('div', { class: 'rows', role: 'rowgroup' });
  const root = element(
    'div',
    { class: 'grid', role: 'grid', tabindex: '0', 'aria-label': 'Entries' },
    element('div', { class: 'top', role: 'rowgroup' }, head),
    rows,
  );
  /** Without the head, which does not scroll. */
  const height = () => (root.clientHeight || 400) - ROW_HEIGHT;
  /** Rendered rows by the number of the entry. */
  const drawn = new Map<number, HTMLElement>();
  /** The machine steps that each row was rendered with; the last row may get more. */
  const drawnMoves = new WeakMap<HTMLElement, readonly Move[] | undefined>();
  const place = () => shown.rows.findIndex(({ nth }) => nth === shown.at);

  /** Adds rows that scroll into view and removes those that left it. */
  function draw(): void {
    const first = Math.max(0, Math.floor(root.scrollTop / ROW_HEIGHT) - AROUND);
    const seen = shown.rows.slice(first, first + Math.ceil(height() / ROW_HEIGHT) + 2 * AROUND);
    const places = new Map(seen.map((row, nth) => [row.nth, first + nth]));
    for (const [nth, made] of drawn) {
      if (places.has(nth) && drawnMoves.get(made) === shown.moves.get(nth)) continue;
      made.remove();
      drawn.delete(nth);
    }
    let before: HTMLElement | null = null;
    for (const row of seen) {
      const made: HTMLElement = drawn.get(row.nth) ?? rowElement(row, places.get(row.nth) ?? 0);
      if (!drawn.has(row.nth)) {
        drawn.set(row.nth, made);
        if (before === null) rows.prepend(made);
        else before.after(made);
      }
      before = made;
    }
  }
  function select(): void {
    // Sets attributes only if they change, because each one restyles the row, at every frame of scrolling.
    for (const [nth, made] of drawn) {
      const isSelected = String(nth === shown.at);
      if (made.getAttribute('aria-selected') !== isSelected) made.setAttribute('aria-selected', isSelected);
    }
    const active = drawn.has(shown.at) ? `${ROW_ID}${shown.at}` : null;
    if (root.getAttribute('aria-activedescendant') === active) return;
    if (active === null) root.removeAttribute('aria-activedescendant');
    else root.setAttribute('aria-activedescendant', active);
  }
  function rowElement(row: Row, index: number): HTMLElement {
    const cell = (text: string, title = text) => element('div', { role: 'gridcell', title }, text);
    const made = element(
      'div',
      {
        class: 'row',
        role: 'row',
        id: `${ROW_ID}${row.nth}`,
        'aria-rowindex': String(index + 2),
        'aria-selected': String(row.nth === shown.at),
        'data-kind': row.kind,
        ...(row.nth === shown.breakAt && { 'data-break': '' }),
      },
      cell(String(row.nth), row.nth === shown.breakAt ? `${row.nth}, breaks here` : String(row.nth)),
      cell(
        `${'·'.repeat(Math.min(Math.max(0, row.lineage.length - 2), DEEPEST))}${row.lineage.at(-1) ?? ''}`,
        row.lineage.join(' › '),
      ),
      cell(row.text),
      ...shown.lanes.map((machine) => {
        const moves = (shown.moves.get(row.nth) ?? []).filter((move) => move.machine === machine);
        return cell(
          moves.map(({ state }) => state).join(' → '),
          moves.map(({ state, by }) => `${state} by ${by}`).join(', '),
        );
      }),
    );
    // Not as a style attribute, which a page's content policy may forbid.
    made.style.top = `${index * ROW_HEIGHT}px`;
    drawnMoves.set(made, shown.moves.get(row.nth));
    return made;
  }
  function intoView(): void {
    const index = place();
    if (index < 0) return;
    const top = index * ROW_HEIGHT;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + ROW_HEIGHT > root.scrollTop + height()) root.scrollTop = top + ROW_HEIGHT - height();
  }

  rows.addEventListener('click', ({ target }) => {
    const row = (target as Element).closest('.row');
    if (row !== null) pick(Number(row.id.slice(ROW_ID.length)));
  });
  root.addEventListener('scroll', () => {
    draw();
    select();
  });
  root.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(height() / ROW_HEIGHT) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined || shown.rows.length === 0) return;
    event.preventDefault();
    const index = Math.min(Math.max(place() + step, 0), shown.rows.length - 1);
    pick(shown.rows[index]?.nth ?? 0);
  });

  return {
    root,
    show(next) {
      const isMoved = next.at !== shown.at || next.rows !== shown.rows;
      const isSame = (['rows', 'moves', 'breakAt'] as const).every((key) => next[key] === shown[key]);
      // While recording, it is the same list with more rows.
      const isLike = isSame && next.lanes.join() === shown.lanes.join();
      const isAtEnd = next.isFollowing && root.scrollTop + root.clientHeight >= root.scrollHeight - ROW_HEIGHT;
      shown = next;
      if (!isLike) {
        drawn.clear();
        rows.replaceChildren();
      }
      root.style.setProperty(
        '--columns',
        `64px minmax(90px, 160px) minmax(160px, 1fr)${` ${LANE}px`.repeat(next.lanes.length)}`,
      );
      root.style.setProperty('--width', `max(100%, ${NARROWEST + LANE * next.lanes.length}px)`);
      head.replaceChildren(
        ...['Entry', 'Saga', 'What happened', ...next.lanes].map((title) =>
          element('div', { role: 'columnheader', title }, title),
        ),
      );
      root.setAttribute('aria-rowcount', String(next.rows.length + 1));
      rows.style.height = `${next.rows.length * ROW_HEIGHT}px`;
      if (isAtEnd) root.scrollTop = root.scrollHeight;
      else if (isMoved) intoView();
      draw();
      select();
    },
  };
}
