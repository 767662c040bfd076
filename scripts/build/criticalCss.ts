import { transform } from 'lightningcss';
import { PurgeCSS } from 'purgecss';
import { CSS_TARGETS } from './cssTargets';

/** What the page can be before the sheets arrive, beside what it is now: another brand, and pressed early. */
const OTHER_STATES = '<html data-brand="evergreen" data-pressed>';

/**
 * The rules a prerendered page needs for its first paint. The whole style sheets follow and change nothing of what is
 * seen. `ownOnly` leaves Semantic's rules, in their layer, to them, for a page about which ours say everything: a slow
 * phone paints the form some 40 ms earlier without them.
 */
export async function criticalCss(html: string, sheets: readonly string[], ownOnly: boolean): Promise<string> {
  const purged = await new PurgeCSS().purge({
    content: [html, OTHER_STATES].map((raw) => ({ raw, extension: 'html' })),
    css: sheets.map((raw) => ({ raw })),
    keyframes: true,
    variables: true,
    fontFace: true,
    safelist: { standard: ['html', 'body', ':root', '*'] },
  });
  const code = Buffer.from(withoutInteraction(purged.map(({ css }) => css).join('\n')));
  const minified = transform({
    filename: 'critical.css',
    code,
    minify: true,
    targets: CSS_TARGETS,
    visitor: ownOnly ? { Rule: { 'layer-block': () => [] } } : {},
  }).code;
  return Buffer.from(minified)
    .toString('utf8')
    .replace(/\/\*#.*?\*\//g, '')
    .trim();
}

/** Nobody hovers over or presses what has not been painted yet. */
const INTERACTION = /:(?:hover|active|disabled|read-only|-webkit-autofill)(?![\w-])/;

function withoutInteraction(css: string): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selectors: string, body: string) => {
    if (/^\s*(?:@|from|to|\d+%)/.test(selectors)) return rule;
    const kept = selectors.split(/,(?![^()]*\))/).filter((selector) => !INTERACTION.test(selector));
    return kept.length === 0 ? '' : `${kept.join(',')}{${body}}`;
  });
}
