/** What a reader may rely on in each layer, as rules. The directions of the imports are in .dependency-cruiser.cjs. */
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const TYPESCRIPT = ['**/*.{ts,tsx}'];
const TESTS = ['test/**', '**/*.test.{ts,tsx}', '**/*.typetest.ts', '**/typetest.ts'];
/** Layers that meet the outside world through ports only. */
const PURE = ['contract/**', 'machines/**', 'sagas/**', 'tape/**', 'src/**'];
const PORTS = ['src/ports/**', 'tape/cli/**', 'tape/panel/**', 'tape/examples/apis/**'];

const WORLD = {
  fetch: 'the http port',
  XMLHttpRequest: 'the http port',
  WebSocket: 'the socket port',
  EventSource: 'the socket port',
  localStorage: 'the storage port',
  sessionStorage: 'the storage port',
  indexedDB: 'the storage port',
  BroadcastChannel: 'the tab channel port',
  location: 'the navigation port',
  history: 'the navigation port',
  navigator: 'a port',
  setTimeout: 'the clock port',
  setInterval: 'the clock port',
  setImmediate: 'the clock port',
  requestAnimationFrame: 'the clock port',
  requestIdleCallback: 'the clock port',
  performance: 'the clock port',
  crypto: 'the random port',
};
const restrictedGlobals = Object.entries(WORLD).map(([name, port]) => ({
  name,
  message: `Use ${port} (sagas/base/ports).`,
}));
const restrictedProperties = [
  { object: 'Date', property: 'now', message: 'Use the clock port (sagas/base/ports).' },
  { object: 'Math', property: 'random', message: 'Use the random port (sagas/base/ports).' },
  ...['window', 'globalThis', 'self'].flatMap((object) =>
    restrictedGlobals.map(({ name, message }) => ({ object, property: name, message })),
  ),
];

const noCurrentTime = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Use the clock port (sagas/base/ports).',
  },
  { selector: 'CallExpression[callee.name="Date"]', message: 'Use the clock port (sagas/base/ports).' },
];
/** The modules that know how dates and times are computed and written. */
const DATES = ['sagas/base/dates.ts', 'sagas/base/calendar.ts', 'sagas/base/zones.ts', 'server/base/dates.ts'];
const noOwnDates = [
  'NewExpression[callee.name="Date"][arguments.length>0]',
  'MemberExpression[object.name="Date"][property.name="UTC"]',
  'MemberExpression[object.name="Intl"][property.name=/^(DateTime|RelativeTime)Format$/]',
  'MemberExpression[property.name=/^(toLocale(Date|Time)String|[gs]et(UTC)?(FullYear|Month|Date|Day|Hours|Minutes|Seconds))$/]',
  'CallExpression[callee.property.name="slice"][callee.object.callee.property.name="toISOString"]',
].map((selector) => ({ selector, message: `Dates and times are the business of ${DATES.join(', ')}.` }));
const noRawHtml = [
  { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Text from outside never becomes markup.' },
  { selector: 'Property[key.name="dangerouslySetInnerHTML"]', message: 'Text from outside never becomes markup.' },
];
const noTakeEverything = [
  {
    selector:
      'CallExpression[callee.name=/^(take|takeEvery|takeLatest|takeLeading|takeMaybe)$/] > Literal[value="*"]:first-child',
    message: 'Name the actions a saga waits for.',
  },
];
const noOpenChannels = [
  {
    selector: 'ImportSpecifier[imported.name="actionChannel"]',
    message: 'Use withActionChannel (sagas/base), which closes the channel when its saga ends.',
  },
];
const syntax = (...rules) => ({ 'no-restricted-syntax': ['error', ...rules.flat()] });

/** Libraries that only the wrappers in src/ui know, so that each can be replaced in one folder. */
const UI_LIBRARIES = {
  group: [
    'semantic-ui-react',
    'semantic-ui-react/*',
    'chart.js',
    'chart.js/*',
    'sortablejs',
    'sortablejs/*',
    'react-sortablejs',
    'pdfjs-dist',
    'pdfjs-dist/*',
  ],
  message: 'Wrap it in src/ui and import the wrapper.',
};
const SAGA_INSIDES = {
  regex: '/sagas/.*(\\.saga|/runMachine|/forward|/effects)$',
  allowTypeImports: true,
  message: 'A screen renders selectors and dispatches intents; it never runs a saga.',
};
/** Prettier breaks code, but no comments. A directive must stay on one line. */
const commentWidth = {
  'max-len': ['error', { code: 100_000, comments: 120, ignoreUrls: true, ignorePattern: '^\\s*// eslint-disable' }],
};
const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/dist/',
      'tape/runners/',
      'test/packages/foreignProject/types/',
      'release/',
      'data/',
      'coverage/',
      '.stryker-tmp/',
      'bench/.built/',
    ],
  },
  js.configs.recommended,
  { ignores: ['server/database/migrations/**'], rules: commentWidth },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['bench/peers/**', 'bench/lib/watchForm.js', 'test/packages/foreignProject/src/{page,viewer}.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: TYPESCRIPT,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // A service or action that has nothing to wait for is a saga all the same.
      'require-yield': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...syntax(noRawHtml),
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'crypto', property: 'randomUUID', message: 'Browsers lack it over plain HTTP: use newUuid.' },
      ],
      ...imports(UI_LIBRARIES),
    },
  },
  { files: ['src/ui/**'], rules: { '@typescript-eslint/no-restricted-imports': 'off' } },
  { files: ['src/screens/**'], ignores: TESTS, rules: imports(UI_LIBRARIES, SAGA_INSIDES) },
  {
    files: PURE,
    ignores: [...PORTS, ...TESTS],
    rules: {
      'no-restricted-globals': ['error', ...restrictedGlobals],
      'no-restricted-properties': ['error', ...restrictedProperties],
      ...syntax(noRawHtml, noCurrentTime),
    },
  },
  {
    files: ['contract/**', 'machines/**', 'src/**'],
    ignores: [...PORTS, ...TESTS],
    rules: syntax(noRawHtml, noCurrentTime, noOwnDates),
  },
  {
    files: ['sagas/**'],
    ignores: TESTS,
    rules: syntax(noRawHtml, noCurrentTime, noTakeEverything, noOwnDates, noOpenChannels),
  },
  {
    files: ['sagas/base/withActionChannel.saga.ts'],
    rules: syntax(noRawHtml, noCurrentTime, noTakeEverything, noOwnDates),
  },
  { files: ['server/**'], ignores: TESTS, rules: syntax(noRawHtml, noOwnDates) },
  { files: DATES, rules: syntax(noRawHtml) },
  { files: ['sagas/**/*.saga.ts'], rules: { 'max-lines': ['error', 200] } },
  {
    files: TESTS,
    languageOptions: { globals: globals.jest },
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', 'no-console': 'off' },
  },
  {
    files: ['scripts/**', 'bench/**', 'server/main.ts', 'server/cli/vms.ts', 'server/demo/{seed,simulator}/cli.ts'],
    rules: { 'no-console': 'off' },
  },
);
