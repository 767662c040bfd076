/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import type { DrawnPage, PageAppearance } from '../../src/ui/pdf/drawPage';
import type { OpenPdf } from '../../src/ui/pdf/openPdf';
import { eventOfKey } from '../../src/ui/pdf/keys';
import { usePdfPrint } from '../../src/ui/pdf/usePdfPrint';
import { usePdfSearch } from '../../src/ui/pdf/usePdfText';

/** Draws a page once the test says so. */
let draw: (page: number, look: PageAppearance) => Promise<void>;
/** Adds the values of its form. */
let addExtras: () => Promise<void> = async () => undefined;
jest.mock('../../src/ui/pdf/drawPage', () => ({
  drawPage: async (_: unknown, look: PageAppearance): Promise<DrawnPage> => {
    await draw(look.page, look);
    return { look, zoom: look.zoom, element: document.createElement('div'), extras: addExtras() };
  },
  release: (element: Element) => element.remove(),
}));

const nothing = () => undefined;
/** Lets what has been promised happen. */
const settled = () => act(() => new Promise<void>((resolve) => void setTimeout(resolve)));

function deferred() {
  let resolve: () => void = nothing;
  const promise = new Promise<void>((done) => void (resolve = done));
  return { promise, resolve };
}

/** A document with these texts, whose pages are read once `read` resolves. */
const documentOf = (
  texts: readonly string[],
  read: (page: number) => Promise<void> = async () => undefined,
): OpenPdf => ({
  document: {
    numPages: texts.length,
    getPage: async (page: number) => {
      await read(page);
      return {
        getTextContent: async () => ({ items: [{ str: texts[page - 1], hasEOL: false }] }),
        getAnnotations: async () => [],
      };
    },
  } as unknown as OpenPdf['document'],
  close: nothing,
});

describe('printing', () => {
  function printer(pages: number) {
    const printed: number[] = [];
    window.print = () => void printed.push(document.querySelectorAll('.pdf-print > div').length);
    const pdf = documentOf(Array.from({ length: pages }, () => ''));
    const { result, unmount } = renderHook(() => usePdfPrint(pdf, 0));
    const press = () => act(() => result.current.print());
    return { printed, press, unmount, shown: () => result.current };
  }

  it('a document of 60 pages is printed whole; one of 75 is not begun, and is to be downloaded', async () => {
    draw = async () => undefined;
    const short = printer(60);
    short.press();
    await settled();
    expect([short.printed, short.shown().problem]).toEqual([[60], null]);
    const long = printer(75);
    long.press();
    expect(long.shown()).toMatchObject({
      busy: false,
      problem: 'This document has 75 pages; please download it to print it.',
      count: 1,
    });
    long.press();
    expect(long.shown().count).toBe(2);
    await settled();
    expect(long.printed).toEqual([]);
  });

  it('is busy until the pages are drawn, and a second press begins nothing', async () => {
    const drawn = deferred();
    draw = () => drawn.promise;
    const { printed, press, shown } = printer(3);
    press();
    press();
    await settled();
    expect([shown().busy, printed]).toEqual([true, []]);
    drawn.resolve();
    await settled();
    expect([shown().busy, printed]).toEqual([false, [3]]);
    press();
    await settled();
    expect(printed).toEqual([3, 3]);
  });

  it.each([
    [[2], 4, [3], 'Page 2 is damaged and was not printed. You can still download the document.'],
    [[1, 2, 4], 4, [1], 'Pages 1, 2, and 4 are damaged and were not printed. You can still download the document.'],
    [[1, 2], 2, [], 'This document is damaged and cannot be printed. You can still download it.'],
  ])('names the pages that could not be drawn: %j of %i', async (damaged, pages, sheets, problem) => {
    draw = (page) => (damaged.includes(page) ? Promise.reject(new Error('damaged')) : Promise.resolve());
    const { printed, press, shown } = printer(pages);
    press();
    await settled();
    expect([printed, shown().problem, document.querySelector('.pdf-print')]).toEqual([sheets, problem, null]);
  });

  it('waits for the values of a form, but not for those of a document that was closed', async () => {
    draw = async () => undefined;
    const added = deferred();
    addExtras = () => added.promise;
    const whole = printer(3);
    whole.press();
    await settled();
    expect([whole.shown().busy, whole.printed]).toEqual([true, []]);
    added.resolve();
    await settled();
    expect(whole.printed).toEqual([3]);
    addExtras = () => new Promise(nothing);
    const closed = printer(3);
    closed.press();
    await settled();
    closed.unmount();
    await settled();
    expect(closed.printed).toEqual([]);
    addExtras = async () => undefined;
  });

  it('draws for paper, whatever the screen is', async () => {
    const looks: PageAppearance[] = [];
    draw = async (_, look) => void looks.push(look);
    const { press } = printer(1);
    press();
    await settled();
    expect(looks).toEqual([{ page: 1, zoom: 1, fit: true, rotation: 0, width: 1_600, density: 1 }]);
  });

  it('does not ask the printer about a document that was closed while it was drawn', async () => {
    const drawn = deferred();
    draw = () => drawn.promise;
    const { printed, press, unmount } = printer(3);
    press();
    unmount();
    drawn.resolve();
    await settled();
    expect(printed).toEqual([]);
  });
});

describe('the search', () => {
  it('for new words ends that for the words before, however late it would find them', async () => {
    const read = deferred();
    const turned: number[] = [];
    let isSlow = true;
    const pdf = documentOf(['one', 'two', 'three'], () => (isSlow ? read.promise : Promise.resolve()));
    const { result } = renderHook(() => usePdfSearch(pdf, 1, (page) => void turned.push(page)));
    const search = async (words: string) => {
      act(() => result.current.type(words));
      act(() => result.current.find());
      await settled();
    };
    await search('two');
    expect(result.current.found).toBe('searching');
    isSlow = false;
    act(() => result.current.type('thr'));
    await search('three');
    expect([result.current.found, turned]).toEqual([3, [3]]);
    read.resolve();
    await settled();
    expect([result.current.found, turned]).toEqual([3, [3]]);
  });

  it('says nothing about words that were typed while earlier ones were searched for', async () => {
    const read = deferred();
    const turned: number[] = [];
    const pdf = documentOf(['one', 'two'], () => read.promise);
    const { result } = renderHook(() => usePdfSearch(pdf, 1, (page) => void turned.push(page)));
    act(() => result.current.type('two'));
    act(() => result.current.find());
    act(() => result.current.type('other'));
    read.resolve();
    await settled();
    expect([result.current.found, turned]).toEqual([null, []]);
  });

  it('passes over damaged pages', async () => {
    const turned: number[] = [];
    const pdf = documentOf(['one', 'two', 'three'], (page) =>
      page === 2 ? Promise.reject(new Error('damaged')) : Promise.resolve(),
    );
    const { result } = renderHook(() => usePdfSearch(pdf, 1, (page) => void turned.push(page)));
    act(() => result.current.type('three'));
    act(() => result.current.find());
    await settled();
    expect([result.current.found, turned]).toEqual([3, [3]]);
    act(() => result.current.type('four'));
    act(() => result.current.find());
    await settled();
    expect(result.current.found).toBe('nowhere');
  });

  it('ends with its document, and begins anew for the next one', async () => {
    const read = deferred();
    const turned: number[] = [];
    const [slow, next] = [documentOf(['one', 'two'], () => read.promise), documentOf(['two', 'one'])];
    const { result, rerender } = renderHook(({ pdf }) => usePdfSearch(pdf, 1, (page) => void turned.push(page)), {
      initialProps: { pdf: slow },
    });
    act(() => result.current.type('two'));
    act(() => result.current.find());
    rerender({ pdf: next });
    expect(result.current.found).toBeNull();
    read.resolve();
    await settled();
    expect([result.current.found, turned]).toEqual([null, []]);
    act(() => result.current.find());
    await settled();
    expect([result.current.found, turned]).toEqual([1, [1]]);
  });
});

describe('the letter R', () => {
  const NO_MODIFIERS = { ctrlKey: false, altKey: false, metaKey: false };

  it.each([
    ['r', false, 'ROTATE_RIGHT'],
    ['R', true, 'ROTATE_LEFT'],
    // With Caps Lock the browser reports the other letter.
    ['R', false, 'ROTATE_RIGHT'],
    ['r', true, 'ROTATE_LEFT'],
  ])('%s with Shift: %j', (key, shiftKey, type) => {
    expect(eventOfKey({ key, shiftKey, ...NO_MODIFIERS }, false)).toEqual({ type });
  });
});
