/** Builds the peers' sign-in pages with the settings of our own build, precompressed like ours, into bench/.built/. */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type Stats } from 'webpack';

const PEERS_DIR = path.join(__dirname, '../peers/signIn');
export const BUILT_DIR = path.join(__dirname, '../.built');

/** Peers that are built; the static page is only copied. */
const BUILT = ['mui', 'amplify'];

/** @returns the folder of each page, by its name */
export async function buildPeers(): Promise<Readonly<Record<string, string>>> {
  rmSync(BUILT_DIR, { recursive: true, force: true });
  const folders: Record<string, string> = {};
  await Promise.all(
    BUILT.map(async (name) => {
      const folder = path.join(BUILT_DIR, name);
      const assets = await bundle(name, folder);
      writeFileSync(path.join(folder, 'index.html'), page(assets));
      folders[name] = folder;
    }),
  );
  folders['static'] = path.join(BUILT_DIR, 'static');
  mkdirSync(folders['static'], { recursive: true });
  writeFileSync(path.join(folders['static'], 'index.html'), read('static/index.html'));
  for (const folder of Object.values(folders)) precompress(folder);
  return folders;
}

/**
 * The sign-in page without the app: the same words and look, no further files, and the script of the static form.
 * @returns its folder
 */
export function buildStaticScreen(served: string): string {
  const [, script = ''] = /(<script>.*?<\/script>)/s.exec(read('static/index.html')) ?? [];
  const folder = path.join(BUILT_DIR, 'screen');
  mkdirSync(folder, { recursive: true });
  const bare = served
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="(?:preload|modulepreload)"[^>]*>/g, '')
    .replace(/<html [^>]*>/, '<html lang="en">');
  writeFileSync(
    path.join(folder, 'index.html'),
    bare.replace('</form>', '<div role="alert"></div></form>').replace('</body>', `${script}</body>`),
  );
  precompress(folder);
  return folder;
}

const read = (file: string): string => readFileSync(path.join(PEERS_DIR, file), 'utf8');

/** @returns the files the page must name, in their order */
async function bundle(name: string, folder: string): Promise<readonly string[]> {
  const stats = await runWebpack(configuration(name, folder));
  const { entrypoints } = stats.toJson({ all: false, entrypoints: true });
  return (entrypoints?.['main']?.assets ?? []).map((asset) => asset.name);
}

function configuration(name: string, folder: string): Configuration {
  return {
    mode: 'production',
    target: ['web', 'es2022'],
    context: PEERS_DIR,
    entry: path.join(PEERS_DIR, name, 'index.jsx'),
    output: { path: folder, filename: '[name].[contenthash].js', publicPath: '/', hashFunction: 'xxhash64' },
    resolve: { extensions: ['.js', '.mjs', '.jsx'] },
    module: {
      rules: [
        { test: /\.jsx$/, loader: 'swc-loader', options: swcOptions },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
      ],
    },
    plugins: [new MiniCssExtractPlugin({ filename: '[name].[contenthash].css' })],
    optimization: {
      minimizer: [
        new TerserPlugin({ extractComments: false, terserOptions: { format: { comments: false } } }),
        new CssMinimizerPlugin({ minify: CssMinimizerPlugin.lightningCssMinify }),
      ],
    },
    performance: false,
  };
}

const swcOptions = {
  jsc: {
    parser: { syntax: 'ecmascript', jsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
};

function runWebpack(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      if (error) return reject(error);
      if (!stats || stats.hasErrors()) return reject(new Error(stats?.toString({ all: false, errors: true })));
      compiler.close(() => resolve(stats));
    });
  });
}

function page(assets: readonly string[]): string {
  const of = (ending: string): readonly string[] => assets.filter((name) => name.endsWith(ending));
  return read('index.html')
    .replace(
      '<!--styles-->',
      of('.css')
        .map((name) => `<link rel="stylesheet" href="/${name}" />`)
        .join(''),
    )
    .replace(
      '<!--scripts-->',
      of('.js')
        .map((name) => `<script defer src="/${name}"></script>`)
        .join(''),
    );
}

function precompress(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
