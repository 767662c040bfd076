/**
 * Three bundles: the app for the browser, the same app for recording flows, the server for Node. For development there
 * is a fourth, the page of parts. See scripts/build.mjs.
 */
import path from 'node:path';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import type { Configuration, RuleSetRule } from 'webpack';
import { REQUEST_TIMEOUT_MS } from './contract/base/limits';
import { CSS_TARGETS } from './scripts/build/cssTargets';
import { postcssPlugins } from './scripts/build/postcss';

const inRoot = (...parts: string[]) => path.join(__dirname, ...parts);

export type BuildMode = 'production' | 'development';

export const APP_FOLDER = inRoot('dist/public');
export const DEVTOOLS_FOLDER = inRoot('dist/public/assets/devtools');
export const SERVER_FOLDER = inRoot('dist/server');
export const PARTS_FOLDER = inRoot('dist/parts');

const typescript = (mode: BuildMode): RuleSetRule => ({
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
});

const shared = (name: string, mode: BuildMode): Configuration => ({
  name,
  mode,
  context: __dirname,
  devtool: mode === 'production' ? 'source-map' : 'cheap-module-source-map',
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  cache: {
    type: 'filesystem',
    cacheDirectory: inRoot('node_modules/.cache/webpack'),
    buildDependencies: { config: [__filename, inRoot('scripts/build/')] },
  },
  infrastructureLogging: { level: 'error' },
  performance: false,
});

/** Files in production are named by their content, and may be kept for ever. */
const browser = (name: string, mode: BuildMode, folder: string, publicPath: string): Configuration => {
  const names = mode === 'production' ? '[name].[contenthash:8]' : '[name]';
  const base = shared(name, mode);
  return {
    ...base,
    resolve: {
      ...base.resolve,
      alias: {
        // The package names its development build only, which checks and warns.
        'react-router$': inRoot(`node_modules/react-router/dist/${mode}/index.mjs`),
        [inRoot('node_modules/semantic-ui-react/dist/es/elements/Image/Image.js')]: inRoot('scripts/build/noImage.ts'),
      },
    },
    target: ['web', 'es2022'],
    output: {
      path: folder,
      publicPath,
      uniqueName: name,
      filename: `${names}.js`,
      assetModuleFilename: `${names}[ext]`,
      // A part of the app that does not come is given up as soon as an answer would be.
      chunkLoadTimeout: REQUEST_TIMEOUT_MS,
      hashFunction: 'xxhash64',
    },
    module: {
      rules: [
        typescript(mode),
        // Loading these does nothing, so what is not used of them is left out.
        { include: ['contract', 'machines', 'sagas'].map((layer) => inRoot(layer)), sideEffects: false },
        {
          include: ['clientContract', 'laterContract', 'clientEndpoints', 'laterEndpoints'].map((name) =>
            inRoot(`sagas/base/http/${name}.ts`),
          ),
          loader: 'val-loader',
          options: { executableFile: inRoot('scripts/build/clientContract.ts') },
        },
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            { loader: 'css-loader', options: { importLoaders: 1, url: false, sourceMap: false } },
            { loader: 'postcss-loader', options: { sourceMap: false, postcssOptions: { plugins: postcssPlugins } } },
          ],
        },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: `${names}.css` })],
  };
};

const cssMinimizer = new CssMinimizerPlugin({
  minify: CssMinimizerPlugin.lightningCssMinify,
  minimizerOptions: { targets: CSS_TARGETS },
});
/** Names stay. */
const withoutComments = new TerserPlugin({
  extractComments: false,
  minify: TerserPlugin.swcMinify,
  terserOptions: { compress: false, mangle: false, format: { comments: false } },
});
/** SWC's output is as small as that of Terser, in a third of the time. */
const minimizer = new TerserPlugin({
  extractComments: false,
  minify: TerserPlugin.swcMinify,
  terserOptions: {
    module: true,
    ecma: 2020,
    format: { comments: false },
    compress: { passes: 6, toplevel: true },
    mangle: true,
  },
});

const isOfShell = ({ name }: { readonly name?: string | null }) =>
  ['shell-sagas', 'shell', 'dashboard'].includes(name ?? '');

/**
 * All styles that the first paint does not need. Each further sheet would repeat what its screen shares with others,
 * and the browser would style and lay out the page again when it comes: 0.1 s for a list.
 */
const oneSheet = { name: 'screens', type: 'css/mini-extract', chunks: 'async', enforce: true } as const;

export const appConfig = (mode: BuildMode): Configuration => ({
  ...browser('app', mode, path.join(APP_FOLDER, 'assets'), '/assets/'),
  entry: {
    // With React, for the shell's sagas: they match addresses with React Router, and do not wait for the views.
    engine: ['react', inRoot('src/app/engine.ts')],
    // The views wait for the engine, the engine not for the views.
    views: { import: inRoot('src/app/views.tsx'), dependOn: 'engine' },
    // Stands in the page itself, so it waits for nothing and needs nothing.
    early: { import: inRoot('src/app/early.ts'), runtime: false },
    // Its scope is the folder of its address.
    serviceWorker: {
      import: inRoot('src/serviceWorker/serviceWorker.ts'),
      filename: '../service-worker.js',
      runtime: false,
    },
  },
  optimization: {
    splitChunks: {
      chunks: ({ name }) => name !== 'early' && name !== 'serviceWorker',
      // In characters of source. Small shared files compress badly, and each costs a request.
      minSize: 80_000,
      cacheGroups: {
        defaultVendors: false,
        // What the sagas and the views of the start page share is one file, since both are always loaded.
        shell: { name: 'shell-common', chunks: isOfShell, minChunks: 2, minSize: 0, priority: 1 },
        styles: oneSheet,
      },
    },
    minimizer: [minimizer, cssMinimizer],
  },
});

/**
 * The app once more, for recording flows and replaying them: addresses on a tape are made of the names of functions,
 * which the app that everyone loads does not keep. Fetched only where the address asks for it, in the demo.
 */
export const devtoolsConfig = (mode: BuildMode): Configuration => ({
  ...browser('devtools', mode, DEVTOOLS_FOLDER, '/assets/devtools/'),
  devtool: mode === 'production' ? false : 'cheap-module-source-map',
  entry: { devtools: inRoot('src/devtools/main.ts') },
  optimization: {
    // Joined modules would have their functions renamed where two have one name.
    concatenateModules: false,
    minimizer: [withoutComments, cssMinimizer],
  },
});

/** Every part of src/ui in every state, for those who work on them. No product contains it; it needs no server. */
export const partsConfig = (): Configuration => ({
  ...browser('parts', 'development', PARTS_FOLDER, 'auto'),
  entry: { parts: inRoot('src/parts/main.tsx') },
});

export const serverConfig = (mode: BuildMode): Configuration => ({
  ...shared('server', mode),
  target: 'node20',
  entry: {
    main: inRoot('server/main.ts'),
    vms: inRoot('server/cli/vms.ts'),
    workbook: inRoot('server/platform/xlsx/workbook.worker.ts'),
  },
  output: { path: SERVER_FOLDER, filename: '[name].js', module: true, library: { type: 'module' } },
  experiments: { outputModule: true },
  // Packages stay in node_modules, where they find their own files; imported as modules, which some of them only are.
  externalsType: 'module-import',
  externals: [({ request = '' }, callback) => (/^[./]/.test(request) ? callback() : callback(undefined, request))],
  module: {
    rules: [typescript(mode)],
    parser: { javascript: { importMeta: false, createRequire: false, dynamicImportMode: 'eager' } },
  },
  optimization: { minimize: false },
});

export default [appConfig('production'), serverConfig('production')];
