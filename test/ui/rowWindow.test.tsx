/** @jest-environment jsdom */
/** Which rows of tables and lists are drawn, and when. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { DataTable, VIRTUAL_FROM } from '../../src/ui/table/DataTable';
import { VirtualList } from '../../src/ui/VirtualList';
import { MAX_ROWS } from '../../src/ui/virtualRows';

const ROW_PX = 36;
const TABLE_PX = 570;

/** A page with a layout: frames with this height, rows with their own heights. */
let frameHeight: number;
let heightOf: (row: HTMLElement) => number;

beforeEach(() => {
  frameHeight = TABLE_PX;
  heightOf = () => ROW_PX;
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => frameHeight);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return heightOf(this);
  });
});
afterEach(() => jest.restoreAllMocks());

/** A browser that paints and becomes idle on command. */
function heldBrowser() {
  const waiting: (() => void)[] = [];
  const hold = (callback: () => void) => waiting.push(callback);
  window.requestAnimationFrame = hold as typeof window.requestAnimationFrame;
  window.requestIdleCallback = hold as typeof window.requestIdleCallback;
  return {
    /** Two frames, and an idle moment. */
    paint: async () => {
      for (let turn = 0; turn < 3; turn += 1)
        await act(async () => waiting.splice(0).forEach((callback) => callback()));
    },
  };
}

function showTable(count: number, top = 0) {
  return render(
    <DataTable
      caption="Jobs"
      columns={[{ name: 'job', label: 'Job', width: 100, numeric: false }]}
      rows={Array.from({ length: count }, (_, index) => ({ id: `job ${index}` }))}
      cellOf={({ id }) => ({ text: id, href: `/${id}` })}
      onSort={() => undefined}
      onFollow={() => undefined}
      before={0}
      total={count}
      stale={false}
      scroll={{ step: 'here', top }}
      onRest={() => undefined}
    />,
  );
}

it('the tooltip of a cut cell has its present text, and no other cell gets one', () => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(10);
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.innerText.length;
  });
  // Missing in the tests' browser.
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      return this.textContent;
    },
  });
  const table = (text: string, own?: string) => (
    <DataTable
      caption="Jobs"
      columns={[{ name: 'job', label: 'Job', width: 100, numeric: false }]}
      rows={[{ id: 'a' }]}
      cellOf={() => ({ text, ...(own !== undefined && { exact: own }) })}
      onSort={() => undefined}
      onFollow={() => undefined}
      before={0}
      total={1}
      stale={false}
      scroll={{ step: 'here', top: 0 }}
      onRest={() => undefined}
    />
  );
  const { rerender } = render(table('In progress'));
  const titleOf = (text: string, own?: string) => {
    rerender(table(text, own));
    const cell = screen.getByRole('rowheader');
    fireEvent.pointerOver(cell);
    return cell.title;
  };
  expect(titleOf('In progress')).toBe('In progress');
  expect(titleOf('In transit 2')).toBe('In transit 2');
  expect(titleOf('Open')).toBe('');
  expect(titleOf('Cancelled 1')).toBe('Cancelled 1');
  expect(titleOf('Cancelled 1', 'On January 5')).toBe('On January 5');
  expect(titleOf('Completed 1')).toBe('Completed 1');
});

it('a row whose first value is missing has no header, which would be empty', () => {
  render(
    <DataTable
      caption="Extensions"
      columns={[
        { name: 'until', label: 'Until', width: 100, numeric: false },
        { name: 'status', label: 'Status', width: 100, numeric: false },
      ]}
      rows={[
        { id: '1', until: '12/01/2026' },
        { id: '2', until: '' },
      ]}
      cellOf={({ until }, name) => ({ text: name === 'until' ? until : 'Requested' })}
      onSort={() => undefined}
      onFollow={() => undefined}
      before={0}
      total={2}
      stale={false}
      scroll={{ step: 'here', top: 0 }}
      onRest={() => undefined}
    />,
  );
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['12/01/2026']);
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Requested', '–', 'Requested']);
});

const indexesOf = (rows: Iterable<HTMLElement>) => Array.from(rows, ({ dataset }) => Number(dataset['index']));
const drawnRows = () => indexesOf(document.querySelectorAll<HTMLElement>('[data-index]'));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

function scrollTo(frame: Element, top: number) {
  frame.scrollTop = top;
  fireEvent.scroll(frame);
}

describe('a table', () => {
  it('draws the visible rows first, and the others once they are on screen', async () => {
    const browser = heldBrowser();
    showTable(50);
    expect(drawnRows()).toEqual(range(0, 16));
    await browser.paint();
    expect(drawnRows()).toEqual(range(0, 50));
  });

  it('draws the first rows while it has no size yet', () => {
    heldBrowser();
    frameHeight = 0;
    showTable(50);
    expect(drawnRows()).toEqual(range(0, 20));
  });

  it('restores the scroll position', () => {
    heldBrowser();
    showTable(50, 28 * ROW_PX);
    expect(drawnRows()).toEqual(range(28, 44));
    expect(screen.getByRole('region').scrollTop).toBe(28 * ROW_PX);
  });

  it('ignores an idle moment after it was removed', async () => {
    const browser = heldBrowser();
    const wrong = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    showTable(50).unmount();
    await browser.paint();
    expect(wrong).not.toHaveBeenCalled();
  });

  it.each([1, 20, 100, VIRTUAL_FROM, 500, 5_000])(
    'covers all rows in view of %i, at every scroll position, drawn or about to be',
    async (count) => {
      const browser = heldBrowser();
      showTable(count);
      const frame = screen.getByRole('region');
      for (const isOnScreen of [false, true]) {
        if (isOnScreen) await browser.paint();
        for (let top = 0; top < count; top += Math.ceil(count / 25)) {
          // No farther than a browser can scroll.
          const first = Math.min(top, Math.max(0, count - TABLE_PX / ROW_PX));
          scrollTo(frame, first * ROW_PX);
          const drawn = drawnRows();
          const least = range(Math.floor(first), Math.min(count, Math.ceil(first + TABLE_PX / ROW_PX)));
          expect(drawn).toEqual(expect.arrayContaining(least));
          expect(drawn.length).toBeLessThanOrEqual(Math.max(VIRTUAL_FROM - 1, 36));
          expect(placesOf(document.querySelector<HTMLTableSectionElement>('tbody')!)).toBe(count);
        }
      }
    },
  );

  it('prints every row of its page, and is restored after printing', async () => {
    const browser = heldBrowser();
    showTable(200);
    await browser.paint();
    const before = drawnRows();
    expect(before.length).toBeLessThan(200);
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(drawnRows()).toEqual(range(0, 200));
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(drawnRows()).toEqual(before);
  });

  it('reaches its last row after the density was changed', async () => {
    const browser = heldBrowser();
    showTable(500);
    await browser.paint();
    const root = document.documentElement;
    root.style.setProperty('--row-height', `${ROW_PX / 2}px`);
    await act(async () => root.setAttribute('data-density', 'compact'));
    scrollTo(screen.getByRole('region'), 500 * (ROW_PX / 2) - TABLE_PX);
    const last = drawnRows().at(-1);
    root.removeAttribute('style');
    await act(async () => root.removeAttribute('data-density'));
    expect(last).toBe(499);
  });

  it('keeps the row that has the focus', async () => {
    const browser = heldBrowser();
    showTable(500);
    await browser.paint();
    const link = screen.getByRole('link', { name: 'job 3' });
    link.focus();
    scrollTo(screen.getByRole('region'), 400 * ROW_PX);
    expect(document.activeElement).toBe(link);
    expect(drawnRows()).toEqual([3, ...range(392, 424)]);
    expect(placesOf(document.querySelector<HTMLTableSectionElement>('tbody')!)).toBe(500);
  });
});

/** The number of rows that the drawn ones and the gaps represent. */
function placesOf(body: HTMLTableSectionElement): number {
  const places = Array.from(body.rows, (row) =>
    row.matches('.table-gap') ? parseFloat(row.cells[0]!.style.height) / ROW_PX : 1,
  );
  return places.reduce((sum, count) => sum + count, 0);
}

describe('a list', () => {
  const items = range(0, 10_000);
  const list = (name = 'all', rows: readonly number[] = items) => (
    <VirtualList
      label="Numbers"
      name={name}
      items={rows}
      keyOf={String}
      estimatePx={100}
      row={(item) => <a href={`#${item}`}>{item}</a>}
    />
  );
  const frameOf = () => screen.getByRole('list').parentElement!;

  it('of 10,000 rows draws at most 60, and always those in view', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 30, max: 400 }), { minLength: 10, maxLength: 10 }),
        fc.array(fc.nat(900_000), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 100, max: 1_400 }),
        (heights, places, height) => {
          frameHeight = height;
          heightOf = (row) => heights[Number(row.dataset['index']) % 10] ?? 0;
          const { unmount } = render(list());
          for (const top of places) {
            scrollTo(frameOf(), top);
            // The frame may have moved with rows above that turned out to be higher or lower.
            const { scrollTop } = frameOf();
            const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
            const edges = rows.map((row) => parseFloat(row.style.top));
            expect(rows.length).toBeLessThanOrEqual(MAX_ROWS);
            expect(edges[0]).toBeLessThanOrEqual(scrollTop);
            expect(edges.at(-1)! + heightOf(rows.at(-1)!)).toBeGreaterThanOrEqual(scrollTop + height);
          }
          unmount();
        },
      ),
      { numRuns: 30 },
    );
  });

  it('draws at most 60 even if rows are so small that more would fit', () => {
    frameHeight = 1_400;
    heightOf = () => 8;
    render(list());
    scrollTo(frameOf(), 8);
    expect(drawnRows().length).toBeLessThanOrEqual(MAX_ROWS);
  });

  it('begins at its top when it changes to another list', () => {
    heightOf = () => 100;
    const { rerender } = render(list());
    scrollTo(frameOf(), 50_000);
    rerender(list());
    expect(frameOf().scrollTop).toBe(50_000);
    rerender(list('others'));
    expect(frameOf().scrollTop).toBe(0);
  });

  it('keeps the row that has the focus', () => {
    heightOf = () => 100;
    render(list());
    const link = screen.getByRole('link', { name: '2' });
    link.focus();
    scrollTo(frameOf(), 500_000);
    expect(document.activeElement).toBe(link);
    expect(drawnRows()).toEqual([2, ...range(4_994, 5_012)]);
  });

  describe('that is scrolled', () => {
    /** With the top of row 5 half a row above the frame. */
    const scrolled = () => {
      heightOf = ({ dataset }) => (Number(dataset['row']) < 0 ? 160 : 100);
      const scrollFrame = function (this: Element, { top = this.scrollTop }: ScrollToOptions = {}) {
        this.scrollTop = top;
      };
      Object.assign(HTMLElement.prototype, { scrollTo: scrollFrame });
      const { rerender } = render(list('all', range(0, 40)));
      scrollTo(frameOf(), 550);
      const place = (row: number) => {
        const { style } = document.querySelector<HTMLElement>(`[data-row="${row}"]`)!;
        return parseFloat(style.top) - frameOf().scrollTop;
      };
      const change = (rows: readonly number[], name = 'all') => rerender(list(name, rows));
      return { change, place };
    };
    afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo'));

    it('keeps the rows in view where they are when others come before them, whatever their height', () => {
      const { change, place } = scrolled();
      expect([place(5), place(6)]).toEqual([-50, 50]);
      change(range(-3, 40));
      expect([place(5), place(6)]).toEqual([-50, 50]);
      fireEvent.scroll(frameOf());
      expect([place(5), place(6)]).toEqual([-50, 50]);
      expect(drawnRows()).toEqual(expect.arrayContaining(range(8, 14)));
    });

    it('keeps them, and the focus, when rows before them go or come to the top', () => {
      const { change, place } = scrolled();
      const link = screen.getByRole('link', { name: '7' });
      link.focus();
      change([-1, 4, ...range(0, 4), ...range(5, 40)]);
      expect([place(5), place(7)]).toEqual([-50, 150]);
      change(range(3, 40));
      expect([place(5), place(7), document.activeElement]).toEqual([-50, 150, link]);
    });

    it('does not follow the first visible row to the top', () => {
      const { change, place } = scrolled();
      change([5, ...range(0, 5), ...range(6, 40)]);
      expect(place(6)).toBe(50);
    });

    it('stays where it is when rows are added at its end, or all are replaced', () => {
      const { change } = scrolled();
      change(range(0, 60));
      expect(frameOf().scrollTop).toBe(550);
      change(range(100, 140));
      expect(frameOf().scrollTop).toBe(550);
    });

    it('begins at its top when it changes to another list with some of its rows', () => {
      const { change } = scrolled();
      change(range(-3, 40), 'others');
      expect(frameOf().scrollTop).toBe(0);
    });

    it('back at its top shows rows that come', () => {
      const { change, place } = scrolled();
      scrollTo(frameOf(), 0);
      change(range(-3, 40));
      expect([frameOf().scrollTop, place(-3)]).toEqual([0, 0]);
    });
  });

  it('draws nothing if it is empty', () => {
    render(<VirtualList label="Numbers" name="" items={[]} keyOf={String} estimatePx={100} row={String} />);
    expect(drawnRows()).toEqual([]);
  });
});
