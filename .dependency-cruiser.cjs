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
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directions,
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
        'tape/ imports redux-saga and xstate and nothing else; its command line Node, too. It could be a package.',
      severity: 'error',
      from: { path: '^tape/', pathNot: '^tape/cli/' },
      to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/(redux-saga|@redux-saga/[^/]+|xstate)/' },
    },
    {
      name: 'run-machine-stands-alone',
      comment: 'sagas/machine/ knows nothing of the product either.',
      severity: 'error',
      from: { path: '^sagas/machine/', pathNot: TESTS },
      to: { path: '^(contract|machines|sagas|tape|src|server)/', pathNot: '^sagas/machine/' },
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
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
