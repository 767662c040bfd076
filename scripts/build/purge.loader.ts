/**
 * Takes out of a style sheet what no component can ask for: the words in the sources of src/ are what can be.
 * Semantic's own sheets also lose their font stack, repeated in each rule, to the theme's, and their `!important`,
 * which from a lower layer would beat everything the theme says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PurgeCSS } from 'purgecss';
import type { LoaderContext } from 'webpack';

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

export default function purge(this: LoaderContext<unknown>, css: string): void {
  const done = this.async();
  this.addContextDependency(SOURCES);
  const content = filesUnder(SOURCES).map((file) => ({ raw: readFileSync(file, 'utf8'), extension: 'tsx' }));
  new PurgeCSS()
    .purge({
      content,
      css: [{ raw: this.resourcePath.includes('fomantic-ui-css') ? themeable(css) : css }],
      keyframes: true,
      safelist: [...SET_BY_SEMANTIC, ...ALWAYS_THERE],
      // Semantic's are English words: 'inverted', 'basic', 'large' stand in comments and sentences as well.
      defaultExtractor: wordsInQuotes,
    })
    .then(([result]) => done(null, result?.css ?? ''), done);
}

const themeable = (css: string) =>
  css.replace(/font-family:\s*["']?Lato[^;}]*/g, 'font-family: var(--font)').replace(/\s*!important/g, '');

/** Class names, attribute values and ids stand in strings; tags stand after `<`, attributes before `=`. */
function wordsInQuotes(source: string): string[] {
  const quoted = source.match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? [];
  const tags = source.match(/<[a-z]\w*/g) ?? [];
  const attributes = source.match(/[a-z-]+(?==[{"'])/gi) ?? [];
  return [...quoted, ...tags, ...attributes].flatMap((text) => text.match(/[\w-]+/g) ?? []);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return filesUnder(file);
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [file] : [];
  });
}
