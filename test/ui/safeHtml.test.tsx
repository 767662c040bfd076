/** @jest-environment jsdom */
/** HTML that others wrote, as it is shown. */
import { render } from '@testing-library/react';
import * as React from 'react';
import { SafeHtml } from '../../src/ui/SafeHtml';

describe('foreign HTML', () => {
  const shown = (html: string) => {
    const { container } = render(<SafeHtml html={html} text="the subject" />);
    return container.firstElementChild!;
  };
  it('keeps its structure and its links, which have no access to this page', () => {
    const place = shown('<p>Ada <strong>Quinn</strong>, <a href="https://example.org/x">job</a></p>');
    expect(place.innerHTML).toBe(
      '<p>Ada <strong>Quinn</strong>, <a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow">job</a></p>',
    );
  });
  it.each([
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<p style="position:fixed" class="toast" id="root" onclick="x()">x</p>', '<p>x</p>'],
    ['<form action="/x"><input name="a"><button>go</button></form>', 'go'],
    ['<style>*{display:none}</style>x', 'x'],
    ['<iframe src="/"></iframe><object data="/"></object><link rel=stylesheet href=//e><base href=//e>x', 'x'],
  ])('%s becomes “%s”', (html, safe) => expect(shown(html).innerHTML).toBe(safe));

  it('is shown as the subject if it cannot be sanitized', () => {
    jest.doMock('react', () => React);
    jest.doMock('dompurify', () => () => ({
      addHook: () => {},
      sanitize: () => {
        throw new Error('broken');
      },
    }));
    let Broken = SafeHtml;
    jest.isolateModules(() => {
      Broken = jest.requireActual<{ readonly SafeHtml: typeof SafeHtml }>('../../src/ui/SafeHtml').SafeHtml;
    });
    const { container } = render(<Broken html="<p>x</p>" text="the subject" />);
    expect(container.textContent).toBe('the subject');
  });
});
