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

/** Only for HTML made here, where every tag is ours. */
export function plainText(markup: string): string {
  return unescapeHtml(
    markup
      .replace(/<br>/g, '\n')
      .replace(/<\/p>(?=<p>)/g, '\n\n')
      .replace(/<[^>]*>/g, ''),
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
