/** HTML whose every inserted value is text, and the text of it for mail and search. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** A template literal of ours with values of others. */
export function text(parts: TemplateStringsArray, ...values: readonly (string | number | null)[]): string {
  return parts.reduce((markup, part, index) => markup + escapeHtml(String(values[index - 1] ?? '')) + part);
}

/** Paragraphs as they were written: an empty line begins a new one. */
export function paragraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

/** Of HTML made here: tags are ours, so that what remains is the text. */
export function plainText(markup: string): string {
  return markup
    .replace(/<br>/g, '\n')
    .replace(/<\/p>(?=<p>)/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => TEXT_OF[entity] ?? entity);
}
const TEXT_OF = Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const moneyFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `day` is 'YYYY-MM-DD'. */
export const dayText = (day: string | null): string => (day === null ? 'soon' : dayFormat.format(new Date(day)));
export const moneyText = (cents: number | null): string => moneyFormat.format((cents ?? 0) / 100);
/** 'OFFER_ACCEPTED' reads 'Offer accepted'. */
export const statusText = (status: string | null): string => {
  const words = (status ?? '').toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
