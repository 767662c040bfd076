/** Processes every style sheet: applies the theme to Semantic's rules, and removes rules that no component uses. */
import path from 'node:path';
import purgeCSSPlugin from '@fullhuman/postcss-purgecss';
import type { AcceptedPlugin, Plugin } from 'postcss';

const SOURCES = path.resolve(__dirname, '../../src');

/** Classes that semantic-ui-react puts on elements by itself. */
const SET_BY_SEMANTIC = [
  'page',
  'modals',
  'dimmer',
  'dimmable',
  'dimmed',
  'scrolling',
  'transition',
  'visible',
  'active',
  'modal',
  'popup',
  'basic',
  'breadcrumb',
  'checkbox',
  'progress',
  'bar',
  'right',
  'tiny',
];

/** Elements, states and a class (of document.ts) that components do not name but need. */
const ALWAYS_THERE = [
  'no-script',
  'html',
  'body',
  ':root',
  ':focus-visible',
  'data-brand',
  'evergreen',
  'plum',
  'slate',
  'true',
  'tabindex',
  '-1',
];

/** Attributes with computed values, and those that `early.ts`, pdf.js and `dataset` set. */
const COMPUTED_ATTRIBUTES = ['aria-pressed', 'data-pressed', 'data-main-rotation', 'data-single-keys'];

/**
 * Semantic's font stack, repeated in each rule, becomes the theme's. Its `!important` goes: in a lower layer it would
 * override all rules of the theme.
 */
const themeable: Plugin = {
  postcssPlugin: 'themeable',
  Declaration(declaration) {
    if (!declaration.source?.input.file?.includes('fomantic-ui-css')) return;
    declaration.important = false;
    if (declaration.prop === 'font-family' && /^["']?Lato/.test(declaration.value)) declaration.value = 'var(--font)';
  },
};

/** Rebuilds when a component changes, because it may use rules that were removed. */
const watchSources: Plugin = {
  postcssPlugin: 'watch-sources',
  OnceExit(_, { result }) {
    result.messages.push({ type: 'dir-dependency', dir: SOURCES });
  },
};

/** Class names, attribute values and ids are in strings; tags follow `<`, attributes precede `=`. */
function wordsInQuotes(source: string): string[] {
  const quoted = source.match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? [];
  const tags = source.match(/<[a-z]\w*/g) ?? [];
  const attributes = source.match(/[a-z-]+(?==[{"'])/gi) ?? [];
  return [...quoted, ...tags, ...attributes].flatMap((text) => text.match(/[\w-]+/g) ?? []);
}

export const postcssPlugins: AcceptedPlugin[] = [
  themeable,
  purgeCSSPlugin({
    content: [`${SOURCES}/**/*.{ts,tsx}`],
    // The page of parts uses nothing that the app does not.
    skippedContentGlobs: [`${SOURCES}/parts/**`],
    keyframes: true,
    safelist: [...SET_BY_SEMANTIC, ...ALWAYS_THERE],
    dynamicAttributes: COMPUTED_ATTRIBUTES,
    // Semantic's class names are English words: 'inverted', 'basic' and 'large' occur in comments and sentences, too.
    defaultExtractor: wordsInQuotes,
  }),
  watchSources,
];
