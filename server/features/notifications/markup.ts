/** HTML templates with escaped values, and plain text of them for mail and search. */
import { dayText } from '../../base/dates';
import { escapeHtml, unescapeHtml } from '../../base/escapeHtml';

/** A template tag: our markup, escaped values. */
export function text(parts: TemplateStringsArray, ...values: readonly (string | number | null)[]): string {
  return parts.reduce((markup, part, index) => markup + escapeHtml(String(values[index - 1] ?? '')) + part);
}

/** Plain text as HTML; an empty line starts a new paragraph. */
export function paragraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Of notifications and broadcasts, whose values are escaped. Paragraphs and lists are separated by empty lines. */
export function plainText(markup: string): string {
  const lines = markup
    .replace(/<br>/g, '\n')
    .replace(/<li>(?:<p>)?/g, '\n- ')
    .replace(/<\/?(?:p|h3|h4|blockquote|ul|ol|hr)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .split('\n');
  return unescapeHtml(
    lines
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  );
}

const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `day` is 'YYYY-MM-DD'. */
export const dueText = (day: string | null): string => (day === null ? 'soon' : dayText(day));
/** Cents as US dollars; null counts as 0. */
export const moneyText = (cents: number | null): string => moneyFormat.format((cents ?? 0) / 100);
/** 'OFFER_ACCEPTED' becomes 'Offer accepted'. */
export const statusText = (status: string | null): string => {
  const words = (status ?? '').toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
