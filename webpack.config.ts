/** Two bundles: the app for the browser, and the server for Node. Run through scripts/build.mjs. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { SwcMinifyWebpackPlugin } from 'swc-minify-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import { REQUEST_TIMEOUT_MS } from './contract/limits';
import { CSS_TARGETS } from './scripts/build/cssTargets';

const root = __dirname;
const inRoot = (...parts: string[]) => path.join(root, ...parts);

export type BuildMode = 'production' | 'development';

/** Where each bundle goes. Names with a content hash never change what they hold. */
export const APP_FOLDER = inRoot('dist/public');
export const TAPED_FOLDER = inRoot('dist/public/assets/taped');
export const SERVER_FOLDER = inRoot('dist/server');

/** What was cached by another configuration or other loaders is of no use. */
function buildVersion(): string {
  const loaders = readdirSync(inRoot('scripts/build'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => inRoot('scripts/build', name));
  const hash = createHash('sha256');
  for (const file of [__filename, ...loaders]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

function typescript(mode: BuildMode): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development: mode === 'development' } },
        target: 'es2022',
      },
    },
  };
}

function shared(name: string, mode: BuildMode): Configuration {
  return {
    name,
    mode,
    context: root,
    devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    cache: {
      type: 'filesystem',
      cacheDirectory: inRoot('node_modules/.cache/webpack'),
      version: buildVersion(),
    },
    infrastructureLogging: { level: 'error' },
    performance: false,
  };
}

const librariesOf = (entry: string) => ({
  name: `${entry}-libraries`,
  test: /[\\/]node_modules[\\/].*\.m?js$/,
  chunks: (chunk: { readonly name?: string | null | undefined }) => chunk.name === entry,
});

/** These come together, so what they have in common is one file and not many, or the same in each of them. */
const TOGETHER: readonly (string | null | undefined)[] = ['shell-sagas', 'shell', 'dashboard'];
/** Dashboards have their filter bar and the faces of cards in common. */
const DASHBOARDS: readonly (string | null | undefined)[] = ['dashboard', 'kpi'];
/** Shown within the shell, so they find there what it has in common, and need not bring it. */
const WITHIN: readonly (string | null | undefined)[] = ['kpi', 'list', 'tasks', 'live-board', 'admin-screens'];

const cssMinimizer = () =>
  new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify, minimizerOptions: { targets: CSS_TARGETS } });

export function appConfig(mode: BuildMode): Configuration {
  const names = mode === 'production' ? '[name].[contenthash:16]' : '[name]';
  return {
    ...shared('app', mode),
    target: ['web', 'es2022'],
    entry: {
      engine: inRoot('src/app/engine.ts'),
      // The views wait for the engine, the engine not for the views.
      views: { import: inRoot('src/app/views.tsx'), dependOn: 'engine' },
      // Stands in the page itself, so it waits for nothing and needs nothing.
      early: { import: inRoot('src/app/early.ts'), runtime: false },
    },
    output: {
      path: path.join(APP_FOLDER, 'assets'),
      publicPath: '/assets/',
      filename: `${names}.js`,
      chunkFilename: `${names}.js`,
      assetModuleFilename: `${names}[ext]`,
      // A part of the app that does not come is missed as soon as an answer would be.
      chunkLoadTimeout: REQUEST_TIMEOUT_MS,
      hashFunction: 'xxhash64',
    },
    module: {
      rules: [
        typescript(mode),
        // Loading these does nothing, so a page has of them what it names and not all that an index of theirs does.
        { include: ['contract', 'machines', 'sagas'].map((layer) => inRoot(layer)), sideEffects: false },
        {
          test: /\.m?js$/,
          include: ['react-router', 'chart.js'].map((library) => inRoot('node_modules', library)),
          loader: inRoot('scripts/build/pure.loader.ts'),
        },
        {
          test: /\.ts$/,
          include: inRoot('contract'),
          // Titles of figures and of their reports are shown.
          exclude: /contract[\\/]dashboard[\\/]kpi/,
          loader: inRoot('scripts/build/contractTexts.loader.ts'),
        },
        {
          test: /\.css$/,
          // Unused rules go before the content hash is taken, file by file: Semantic's are a hundred times too many.
          use: [
            MiniCssExtractPlugin.loader,
            { loader: 'css-loader', options: { importLoaders: 1, url: false, sourceMap: false } },
            { loader: inRoot('scripts/build/purge.loader.ts') },
          ],
        },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: `${names}.css`, chunkFilename: `${names}.css` })],
    optimization: {
      // Libraries change rarely, so they keep their own file and their place in people's caches.
      splitChunks: {
        cacheGroups: {
          engine: librariesOf('engine'),
          views: librariesOf('views'),
          // Whoever comes by the sign-in page has this part of it before the rest.
          answers: {
            name: 'answers-common',
            test: (module, { chunkGraph }) =>
              [...chunkGraph.getModuleChunks(module)].some(({ name }) => name === 'answers'),
            chunks: (chunk) => [...TOGETHER, ...WITHIN, 'answers'].includes(chunk.name),
            minChunks: 2,
            enforce: true,
            priority: 1,
          },
          shell: {
            name: 'shell-common',
            type: /javascript/,
            test: (module, { chunkGraph }) =>
              [TOGETHER, DASHBOARDS].some(
                (some) => [...chunkGraph.getModuleChunks(module)].filter(({ name }) => some.includes(name)).length > 1,
              ),
            chunks: (chunk) => [...TOGETHER, ...WITHIN].includes(chunk.name),
            minChunks: 2,
            enforce: true,
          },
          // What is left of it is too little for a file of its own.
          router: {
            name: 'shell-common',
            test: /[\\/]node_modules[\\/]react-router[\\/]/,
            chunks: 'async',
            enforce: true,
          },
        },
      },
      minimizer: [new SwcMinifyWebpackPlugin({ module: true, ecma: 2022, compress: { passes: 3 } }), cssMinimizer()],
    },
  };
}

/**
 * The app once more, for recording flows and replaying them: addresses on a tape are made of the names of functions, which
 * the app that everybody loads cannot afford to keep. Nothing of it is fetched unless the address asks for it, in the demo.
 */
export function tapedConfig(mode: BuildMode): Configuration {
  const app = appConfig(mode);
  const names = mode === 'production' ? '[name].[contenthash:16]' : '[name]';
  return {
    ...app,
    name: 'taped',
    devtool: mode === 'production' ? false : 'cheap-module-source-map',
    entry: { taped: inRoot('src/taped/main.tsx') },
    output: { ...app.output, path: TAPED_FOLDER, publicPath: '/assets/taped/', uniqueName: 'taped' },
    plugins: [new MiniCssExtractPlugin({ filename: `${names}.css`, chunkFilename: `${names}.css` })],
    optimization: {
      // Modules put together would have their functions renamed where two have one name.
      concatenateModules: false,
      minimizer: [
        new SwcMinifyWebpackPlugin({ module: true, ecma: 2020, compress: false, mangle: false }),
        cssMinimizer(),
      ],
    },
  };
}

export function serverConfig(mode: BuildMode): Configuration {
  return {
    ...shared('server', mode),
    target: 'node20',
    entry: { main: inRoot('server/main.ts') },
    output: {
      path: SERVER_FOLDER,
      filename: '[name].js',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
    },
    experiments: { outputModule: true },
    // Packages stay in node_modules, where they find their own files; imported as modules, which some of them only are.
    externalsType: 'module-import',
    externals: [({ request = '' }, callback) => (/^[./]/.test(request) ? callback() : callback(undefined, request))],
    module: { rules: [typescript(mode)], parser: { javascript: { importMeta: false, createRequire: false } } },
    optimization: { minimize: false },
  };
}

export default [appConfig('production'), serverConfig('production')];
