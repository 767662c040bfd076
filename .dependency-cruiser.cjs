/**
 * The layers, and the direction of the imports between them. An import of a type counts like any other.
 *
 *   contract <- machines <- sagas <- src
 *   contract <- server
 *   tape <- sagas, src
 */
const LAYERS = {
  contract: [],
  machines: ['contract'],
  tape: [],
  sagas: ['contract', 'machines', 'tape'],
  src: ['contract', 'sagas', 'tape'],
  server: ['contract'],
};
/** The one machine that no saga runs, because it lives with its view. */
const OF_A_VIEW = { src: '^machines/pdfViewer/' };
const NAMES = Object.keys(LAYERS);
/** Tests stand outside the layers: they may put anything together. */
const TESTS = '^test/|\\.(test|typetest)\\.tsx?$|/typetest\\.ts$';

const directions = Object.entries(LAYERS).map(([layer, below]) => ({
  name: `${layer}-imports-${below.length ? below.join('-and-') : 'nothing-of-ours'}`,
  comment: `${layer}/ may import ${below.length ? below.map((name) => `${name}/`).join(' and ') : 'no other layer'}.`,
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: TESTS },
  to: {
    path: `^(${[...NAMES, 'test', 'bench', 'scripts'].filter((name) => name !== layer && !below.includes(name)).join('|')})/`,
    ...(layer in OF_A_VIEW && { pathNot: OF_A_VIEW[layer] }),
  },
}));

/**
 * The floors within a layer, lowest first: a folder imports from folders on lower floors and from itself, never from
 * its own floor or from above. A folder that is not in the table of its layer may import nothing.
 */
const FLOORS = {
  contract: [
    ['base'],
    ['chat'],
    ['identity', 'documents', 'tasks', 'notifications'],
    ['shell', 'broadcasts', 'board'],
    ['lists'],
    ['records'],
    ['dashboards'],
    ['endpoints.ts'],
  ],
  sagas: [['base'], ['session'], ['navigation'], ['features'], ['app']],
  src: [
    ['ports', 'serviceWorker'],
    ['ui', 'hooks'],
    [
      'screens/dashboards/cards',
      'screens/dashboards/filters',
      'screens/factors',
      'screens/confirmations',
      'screens/appearance',
      'screens/tour',
      'screens/recordActions',
      'screens/follows',
    ],
    [
      'screens/signIn',
      'screens/chat',
      'screens/documents',
      'screens/lists',
      'screens/dashboards/home',
      'screens/dashboards/kpi',
      'screens/notifications',
      'screens/mustAccept',
    ],
    ['screens/security', 'screens/channels', 'screens/records', 'screens/palette'],
    [
      'screens/liveBoard',
      'screens/reviewDesk',
      'screens/tasks',
      'screens/timesheetImport',
      'screens/schedule',
      'screens/admin',
      'screens/reports',
    ],
    ['screens/frame'],
    ['app'],
    ['devtools', 'parts'],
  ],
  server: [
    ['base'],
    ['database'],
    ['platform'],
    ['identity'],
    ['features/compliance'],
    ['features/lists', 'features/notifications', 'features/chat', 'features/documents', 'features/shell'],
    ['features/tasks'],
    ['features/records', 'features/audit'],
    [
      'features/dashboards',
      'features/broadcasts',
      'features/board',
      'features/follows',
      'features/realtime',
      'features/roles',
    ],
    ['features/users', 'features/organizations'],
    ['demo'],
    ['app'],
    ['cli'],
  ],
};
const within = (layer, folders) => `^${layer}/(${folders.join('|')})(/|$)`;

const floorRules = Object.entries(FLOORS).flatMap(([layer, floors]) => [
  ...floors.flatMap((floor, height) =>
    floor.map((folder) => ({
      name: `${layer}-floors`,
      comment: `${layer}/${folder}/ may import lower floors of ${layer}/ only; the table stands in .dependency-cruiser.cjs.`,
      severity: 'error',
      from: { path: within(layer, [folder]), pathNot: TESTS },
      to: { path: within(layer, floors.slice(height).flat()), pathNot: within(layer, [folder]) },
    })),
  ),
  {
    name: `${layer}-floors`,
    comment: `Every folder of ${layer}/ has its floor in the table of .dependency-cruiser.cjs; only main.ts stands above them all.`,
    severity: 'error',
    from: { path: `^${layer}/`, pathNot: [within(layer, floors.flat()), `^${layer}/main\\.ts$`, TESTS] },
    to: {},
  },
]);

/** What the features of sagas/ use of each other. Whatever else they need of one another is passed in by the app. */
const FEATURES = {
  admin: ['confirmations', 'documents', 'notifications', 'realtime'],
  appearance: [],
  changePassword: [],
  channels: ['desktopNotifications', 'follows'],
  chat: ['documents', 'notifications', 'realtime'],
  confirmations: [],
  dashboards: ['lists', 'notifications', 'recordActions'],
  desktopNotifications: ['notifications'],
  documents: [],
  follows: [],
  handOffs: [],
  lists: ['confirmations', 'notifications', 'recordActions'],
  liveBoard: ['notifications', 'realtime'],
  mustAccept: ['documents', 'notifications', 'realtime'],
  notifications: ['documents', 'realtime', 'recordActions'],
  palette: ['lists', 'recordActions', 'records'],
  preferences: [],
  realtime: [],
  recordActions: [],
  records: ['documents', 'lists', 'notifications', 'realtime', 'recordActions'],
  reviewDesk: ['documents', 'lists', 'notifications', 'realtime', 'recordActions', 'records'],
  schedule: [],
  security: ['confirmations'],
  sessions: ['confirmations'],
  tasks: ['documents', 'lists', 'notifications'],
  timesheetImport: ['dashboards', 'documents'],
  tour: [],
};

const features = [
  ...Object.entries(FEATURES).map(([feature, uses]) => ({
    name: `feature-${feature}-imports-${uses.length ? uses.join('-and-') : 'no-other'}`,
    comment: 'A feature uses another one only as the table of features says.',
    severity: 'error',
    from: { path: `^sagas/features/${feature}/`, pathNot: TESTS },
    to: { path: '^sagas/features/', pathNot: `^sagas/features/(${[feature, ...uses].join('|')})/` },
  })),
  {
    name: 'feature-in-the-table',
    comment: 'Every feature of sagas/ stands in the table of features in .dependency-cruiser.cjs.',
    severity: 'error',
    from: { path: '^sagas/features/', pathNot: [within('sagas/features', Object.keys(FEATURES)), TESTS] },
    to: {},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
    ...floorRules,
    ...features,
    {
      name: 'no-folder-cycle',
      comment: 'Two folders that import each other cannot be understood one at a time.',
      severity: 'error',
      scope: 'folder',
      from: { path: `^(${Object.keys(FLOORS).join('|')})/` },
      to: { circular: true },
    },
    {
      name: 'no-cycle',
      comment: 'Two files that import each other cannot be understood, or tested, one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'machines-are-pure',
      comment: 'machines/ imports the contract, xstate and nothing else from npm or Node.',
      severity: 'error',
      from: { path: '^machines/', pathNot: TESTS },
      to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/xstate/' },
    },
    {
      name: 'tape-stands-alone',
      comment:
        'tape/ imports redux-saga and nothing else; its command line and its plugin for Babel Node, too. Its examples are apps of their own.',
      severity: 'error',
      from: { path: '^tape/', pathNot: '^tape/((cli|examples)/|babel|dist/|build)' },
      to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/(redux-saga|@redux-saga/[^/]+)/' },
    },
    {
      name: 'run-machine-stands-alone',
      comment: 'sagas/base/runtime/ knows nothing of the product either.',
      severity: 'error',
      from: { path: '^sagas/base/runtime/', pathNot: TESTS },
      to: { path: '^(contract|machines|sagas|tape|src|server)/', pathNot: '^sagas/base/runtime/' },
    },
    {
      name: 'contract-is-data',
      comment: 'contract/ may use types of npm packages, never their code.',
      severity: 'error',
      from: { path: '^contract/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'app-stays-in-the-browser',
      comment: 'Node modules do not exist where the app runs.',
      severity: 'error',
      from: { path: '^(contract|machines|sagas|src)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'test-code-stays-in-tests',
      comment: 'The product never depends on its tests.',
      severity: 'error',
      from: { pathNot: `${TESTS}|^(bench|scripts)/` },
      to: { path: TESTS },
    },
    {
      name: 'luxon-in-date-modules',
      comment:
        'Dates and times are computed and written in sagas/base/dates, calendar and zones, and in server/base/dates.',
      severity: 'error',
      from: { pathNot: `${TESTS}|^(sagas/base/(dates|calendar|zones)|server/base/dates)\\.ts$` },
      to: { path: 'node_modules/(@types/)?luxon/' },
    },
    {
      name: 'not-resolvable',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'A package that only another package brought along can vanish with its next release.',
      severity: 'error',
      from: { path: `^(${NAMES.join('|')})/` },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'product-without-dev-dependencies',
      comment: 'What runs must be a dependency, not a devDependency.',
      severity: 'error',
      from: { path: '^server/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Written by the package's build, read by its users: they import the package itself.
    exclude: { path: '^(tape/(dist|runners)|test/packages/foreignProject)/' },
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
