/** Mail as plain text and as HTML with the same words, below the organization's mark, name and colors. */
import type { OrganizationTheme } from '../../../contract/base/organizations';
import { ORGANIZATION_COLORS } from '../../base/branding';
import { escapeHtml } from '../../base/escapeHtml';

/** `html` is absent of mails in plain text. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** A paragraph, a highlighted value such as a password, a list of named facts, or a link. */
export type MailPart =
  | string
  | { readonly highlighted: string }
  | { readonly facts: Readonly<Record<string, string>> }
  | { readonly label: string; readonly link: string };

export interface MailContent {
  readonly subject: string;
  readonly parts: readonly MailPart[];
}

/** The sender, as the branding endpoints show the organization. */
export interface Letterhead {
  readonly organizationName: string;
  readonly theme: OrganizationTheme;
  readonly productName: string;
  /** Where readers can ask questions; '' for nowhere. */
  readonly contact: string;
}

/** Both formats of a mail. The content is text, never markup. */
export function layOut({ subject, parts }: MailContent, letterhead: Letterhead): Mail & { readonly html: string } {
  const end = ending(letterhead);
  return {
    subject: oneLine(subject),
    text: [...parts.map(plainPart), ...end].join('\n\n'),
    html: page(oneLine(subject), parts.map(htmlPart).join('\n'), letterhead, end),
  };
}

/** A value from a user in one line: without line breaks and invisible characters. */
export const oneLine = (value: string): string => value.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

function ending({ organizationName, productName, contact }: Letterhead): readonly string[] {
  const questions = contact === '' ? '' : ` Questions: ${oneLine(contact)}`;
  return [`${oneLine(organizationName)}, ${oneLine(productName)}.${questions}`];
}

function plainPart(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('highlighted' in part) return part.highlighted;
  if ('link' in part) return `${oneLine(part.label)}: ${part.link}`;
  return Object.entries(part.facts)
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n');
}

/** Inline styles, because many mail programs drop style sheets. */
const STYLE = {
  paragraph: 'margin:0 0 16px',
  highlighted:
    'margin:0 0 16px;padding:12px 16px;background:#eef1f6;border-radius:8px;color:#1b2330;font:600 20px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:1px',
  facts: 'margin:0 0 16px;border-collapse:collapse',
  factName: 'padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:400;color:#5a6576',
  factValue: 'padding:2px 0;vertical-align:top',
  ending: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d9dee7;font-size:13px;color:#5a6576',
} as const;

function htmlPart(part: MailPart): string {
  if (typeof part === 'string') return `<p style="${STYLE.paragraph}">${escapeHtml(part)}</p>`;
  if ('highlighted' in part) return `<p style="${STYLE.highlighted}">${escapeHtml(part.highlighted)}</p>`;
  if ('link' in part) {
    return `<p style="${STYLE.paragraph}"><a href="${escapeHtml(part.link)}">${escapeHtml(oneLine(part.label))}</a></p>`;
  }
  const rows = Object.entries(part.facts).map(
    ([name, value]) =>
      `<tr><th scope="row" style="${STYLE.factName}">${escapeHtml(name)}</th><td style="${STYLE.factValue}">${escapeHtml(oneLine(value))}</td></tr>`,
  );
  return `<table style="${STYLE.facts}">${rows.join('')}</table>`;
}

/**
 * The mark is the initial in the organization's colors: mail programs show no SVG, and load pictures only on request.
 */
function page(title: string, parts: string, { organizationName, theme }: Letterhead, end: readonly string[]): string {
  const [ground, figure] = ORGANIZATION_COLORS[theme];
  const name = oneLine(organizationName);
  const initial = ([...name][0] ?? '').toLocaleUpperCase('en-US');
  const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light only">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f5f9">
<table ${layout} width="100%" style="background:#f3f5f9"><tr><td align="center" style="padding:24px 12px">
<table ${layout} width="100%" style="max-width:560px;background:#ffffff;border-radius:12px;text-align:left">
<tr><td style="padding:20px 24px 0">
<table ${layout}><tr>
<td width="40" height="40" align="center" style="width:40px;height:40px;background:${ground};border-radius:10px;color:${figure};font:700 20px/40px system-ui,Arial,sans-serif" aria-hidden="true">${escapeHtml(initial)}</td>
<td style="padding:0 0 0 12px;color:#1b2330;font:600 16px/1.4 system-ui,Arial,sans-serif">${escapeHtml(name)}</td>
</tr></table>
</td></tr>
<tr><td style="padding:24px;color:#1b2330;font:400 16px/1.5 system-ui,Arial,sans-serif;overflow-wrap:anywhere">
${parts}
${end.map((line) => `<p style="${STYLE.ending}">${escapeHtml(line)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
