/**
 * Rebuilds a message from a small set of allowed tags. No input is passed on as markup: allowed tags are written again
 * without attributes (except a link's address), everything else becomes text or is dropped.
 */
import { escapeHtml } from '../../base/escapeHtml';

const TAGS = ['p', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'a'];
const EMPTY = ['br', 'hr'];
/** Dropped together with their content. */
const HIDDEN = /<(script|style|template|iframe|object|svg|math|noscript|title|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const PIECE = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The allowed elements, well-formed; everything else becomes text or is dropped. */
export function sanitizeHtml(html: string): string {
  const source = html.replace(HIDDEN, '');
  const open: string[] = [];
  let result = '';
  let end = 0;
  for (const match of source.matchAll(PIECE)) {
    result += asText(source.slice(end, match.index));
    end = match.index + match[0].length;
    const [, slash, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    if (EMPTY.includes(tag)) result += `<${tag}>`;
    else if (!TAGS.includes(tag)) continue;
    else if (slash === '/') result += closing(open, tag);
    else {
      open.push(tag);
      result += tag === 'a' ? `<a${address(attributes)}>` : `<${tag}>`;
    }
  }
  return (
    result +
    asText(source.slice(end)) +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  ).trim();
}

/** Also closes tags opened after it; ignores a tag that was never opened. */
function closing(open: string[], tag: string): string {
  const at = open.lastIndexOf(tag);
  if (at < 0) return '';
  return open
    .splice(at)
    .reverse()
    .map((each) => `</${each}>`)
    .join('');
}

const asText = (text: string): string => escapeHtml(decode(text));

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? entity;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isText ? String.fromCodePoint(code) : '';
  });
}

/** Only web and mail links; relative addresses would lead into the app. */
function address(attributes: string): string {
  const match = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const value = decode(match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
  if (!/^(https?:\/\/|mailto:)/i.test(value) || !URL.canParse(value)) return '';
  return ` href="${escapeHtml(new URL(value).href)}"`;
}
