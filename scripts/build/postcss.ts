/** What is done to every style sheet: Semantic's follow our theme, and rules that no component can ask for go. */
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

/** Elements and states that no component names. */
const ALWAYS_THERE = [
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

/** Attributes whose values are computed, and those that `early.ts` and pdf.js set. */
const COMPUTED_ATTRIBUTES = ['aria-pressed', 'data-pressed', 'data-main-rotation'];

/**
 * Semantic's font stack, repeated in each rule, becomes the theme's. Its `!important` goes: from a lower layer it would
 * beat everything the theme says.
 */
const themeable: Plugin = {
  postcssPlugin: 'themeable',
  Declaration(declaration) {
    if (!declaration.source?.input.file?.includes('fomantic-ui-css')) return;
    declaration.important = false;
    if (declaration.prop === 'font-family' && /^["']?Lato/.test(declaration.value)) declaration.value = 'var(--font)';
  },
};

/** A change of a component may ask for rules that were left out. */
const watchSources: Plugin = {
  postcssPlugin: 'watch-sources',
  OnceExit(_, { result }) {
    result.messages.push({ type: 'dir-dependency', dir: SOURCES });
  },
};

/** Class names, attribute values and ids stand in strings; tags stand after `<`, attributes before `=`. */
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
    // Semantic's class names are English words: 'inverted', 'basic', 'large' stand in comments and sentences as well.
    defaultExtractor: wordsInQuotes,
  }),
  watchSources,
];
