import { transform } from 'lightningcss';
import postcss, { type Plugin } from 'postcss';
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
  const { css } = await postcss([withoutInteraction]).process(purged.map((sheet) => sheet.css).join('\n'), {
    from: undefined,
  });
  const code = Buffer.from(css);
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

/** Drops the selectors of such states, and rules that have no other. */
const withoutInteraction: Plugin = {
  postcssPlugin: 'without-interaction',
  Rule(rule) {
    const kept = rule.selectors.filter((selector) => !INTERACTION.test(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
};
