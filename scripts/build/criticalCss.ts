import { transform } from 'lightningcss';
import postcss, { type Plugin } from 'postcss';
import { PurgeCSS } from 'purgecss';
import { CSS_TARGETS } from './cssTargets';

/** States that the page can have before the sheets arrive: another brand, and an early press. */
const OTHER_STATES = '<html data-brand="evergreen" data-pressed>';

/**
 * The rules that a prerendered page needs for its first paint; the whole style sheets that follow change nothing
 * visible. `ownOnly` omits Semantic's layer, for a page that our rules style completely: a slow phone paints the form
 * some 40 ms earlier without it.
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

/** Before the first paint there is no hovering or pressing. */
const INTERACTION = /:(?:hover|active|disabled|read-only|-webkit-autofill)(?![\w-])/;

/** Drops selectors with such states, and rules that have no other selector. */
const withoutInteraction: Plugin = {
  postcssPlugin: 'without-interaction',
  Rule(rule) {
    const kept = rule.selectors.filter((selector) => !INTERACTION.test(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  },
};
