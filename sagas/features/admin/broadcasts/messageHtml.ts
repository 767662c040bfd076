/** Turns typed text into HTML: paragraphs, lists, bold words and links, nothing else. */

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const BULLET = /^\s*[-*•]\s+/;
/** Without the stars or quotes around it, or a full stop or bracket that belongs to its sentence. */
const ADDRESS = /https?:\/\/[^\s<*"'”’]+[^\s<*"'”’.,:;!?)\]]/g;
const BOLD = /\*\*(?=\S)([^*]+?)\*\*/g;

/** Blank lines separate paragraphs, `- ` begins a list item, `**words**` are bold, addresses become links. */
export function messageHtml(typed: string): string {
  return typed
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((block) => blockHtml(block.split('\n').filter((line) => line.trim() !== '')))
    .join('');
}

/** Lines of one block; consecutive items form a list. */
function blockHtml(lines: readonly string[]): string {
  let html = '';
  let at = 0;
  while (at < lines.length) {
    const isItem = BULLET.test(lines[at] ?? '');
    const end = lines.findIndex((line, index) => index > at && BULLET.test(line) !== isItem);
    const run = lines.slice(at, end === -1 ? undefined : end);
    html += isItem
      ? `<ul>${run.map((line) => `<li>${inline(line.replace(BULLET, ''))}</li>`).join('')}</ul>`
      : `<p>${run.map(inline).join('<br>')}</p>`;
    at += run.length;
  }
  return html;
}

/** An address has no stars, so bold words may contain it. */
const inline = (line: string): string => linked(line).replace(BOLD, '<strong>$1</strong>');

function linked(line: string): string {
  let html = '';
  let end = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    html += escapeHtml(line.slice(end, index));
    html += `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    end = index + address.length;
  }
  return html + escapeHtml(line.slice(end));
}
