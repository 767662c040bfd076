/**
 * Builds dist/: the app in dist/public, the server in dist/server.
 *
 *   (nothing)      once, for production: minified, hashed, compressed
 *   --watch        again at every change, for development: not minified; prints a line per build
 *   --only app     one of them (app, server, or parts: the page of parts in dist/parts, which is for development)
 *   --any-host     the page filled in from public/runtime-config.json, for a host that is not our server; its content
 *                  policy, if it has one, must let through the script that stands in the page
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import webpack, { type Configuration, type MultiStats, type Stats } from 'webpack';
import {
  APP_FOLDER,
  SERVER_FOLDER,
  DEVTOOLS_FOLDER,
  PARTS_FOLDER,
  appConfig,
  serverConfig,
  devtoolsConfig,
  partsConfig,
} from '../../webpack.config';
import { compressFolder } from './compress';
import { entryModules } from './entryModules';
import { writePages } from './pages';
import { partsDocument } from './partsDocument';
import { copyFonts, copyPdfParts } from './pdfParts';

const { values } = parseArgs({
  options: {
    watch: { type: 'boolean', default: false },
    only: { type: 'string' },
    'any-host': { type: 'boolean', default: false },
  },
});
const { watch: watching, only } = values;
const mode = watching ? 'development' : 'production';
const wants = (name: string) => only === undefined || only === name;
const configs: Configuration[] = [
  ...(wants('app') ? [appConfig(mode), devtoolsConfig(mode)] : []),
  ...(wants('server') ? [serverConfig(mode)] : []),
  ...(only === 'parts' || (watching && only === undefined) ? [partsConfig()] : []),
];

const RECORDER_QUALITY = 9;

async function finish(stats: Stats, devtools: readonly string[]): Promise<void> {
  const { name } = stats.compilation;
  if (name === 'devtools') {
    keepOnly(DEVTOOLS_FOLDER, stats);
    writeParts(stats, devtools);
    // Few people fetch it, so the last tenth of its size is not worth ten seconds of each build.
    return watching ? undefined : compressFolder(DEVTOOLS_FOLDER, false, RECORDER_QUALITY);
  }
  if (name === 'parts')
    return writeFileSync(path.join(PARTS_FOLDER, 'index.html'), partsDocument(filesOf(stats, name)));
  if (name === 'server') {
    // The bundle consists of ES modules, regardless of the surrounding package.
    writeFileSync(path.join(SERVER_FOLDER, 'package.json'), '{ "type": "module" }\n');
    return copyFonts(SERVER_FOLDER);
  }
  keepOnly(path.join(APP_FOLDER, 'assets'), stats);
  cpSync(path.join(__dirname, '../../public'), APP_FOLDER, { recursive: true });
  copyPdfParts(APP_FOLDER);
  const named = (entry: string) => filesOf(stats, entry);
  const assets = { engine: named('engine'), views: named('views'), devtools };
  const early = path.join(APP_FOLDER, 'assets', named('early')[0] ?? '');
  // Without its last line, which names a source map.
  const text = readFileSync(early, 'utf8').replace(/\s*\/\/# sourceMappingURL=.*\s*$/, '');
  await writePages(APP_FOLDER, assets, text, values['any-host']);
  if (watching) return;
  for (const file of [early, `${early}.map`]) rmSync(file, { force: true });
  writeFileSync(
    path.join(APP_FOLDER, '../app-modules.json'),
    JSON.stringify(
      entryModules(stats.compilation, ['engine', 'views'], {
        dashboard: ['shell-sagas', 'shell', 'answers', 'files', 'dashboard', 'chart'],
        besideDashboard: ['needs-you', 'must-accept'],
      }),
      null,
      1,
    ),
  );
  await compressFolder(path.join(APP_FOLDER, 'assets'), false);
  await compressFolder(APP_FOLDER, true);
}

/** Removes files of earlier builds, but keeps the compressed versions of unchanged files. */
function keepOnly(folder: string, { compilation }: Stats): void {
  const wanted = new Set(
    compilation.getAssets().flatMap(({ name }) => (watching ? [name] : [name, `${name}.br`, `${name}.gz`])),
  );
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    if (file.isFile() && !wanted.has(file.name)) rmSync(path.join(folder, file.name));
  }
}

/** The files that a replay fetches before it begins, under the name of the script that requests them. */
function writeParts({ compilation }: Stats, entry: readonly string[]): void {
  const parts = compilation
    .getAssets()
    .map(({ name }) => name)
    .filter((name) => /\.(js|css)$/.test(name) && !entry.includes(name));
  const script = entry.filter((name) => name.endsWith('.js')).at(-1) ?? '';
  writeFileSync(path.join(DEVTOOLS_FOLDER, script.replace(/\.js$/, '.json')), JSON.stringify(parts));
}

const filesOf = (stats: Stats | undefined, entry: string): readonly string[] =>
  stats?.compilation.entrypoints.get(entry)?.getFiles() ?? [];

async function report(error: Error | null, result: MultiStats | undefined): Promise<boolean> {
  if (error !== null || result === undefined) {
    console.error(error);
    return false;
  }
  if (result.hasErrors()) {
    console.error(result.toString({ all: false, errors: true, errorsSpace: 60, colors: process.stdout.isTTY }));
    return false;
  }
  const devtools = filesOf(
    result.stats.find(({ compilation }) => compilation.name === 'devtools'),
    'devtools',
  );
  for (const stats of result.stats) await finish(stats, devtools);
  const seconds = result.stats.map(
    ({ endTime, startTime, compilation }) => `${compilation.name} ${((endTime - startTime) / 1_000).toFixed(1)} s`,
  );
  console.log(`Built: ${seconds.join(', ')}.`);
  return true;
}

mkdirSync(path.join(APP_FOLDER, 'assets'), { recursive: true });
const compiler = webpack(configs);
const done = (error: Error | null, result?: MultiStats) => {
  void report(error, result)
    .catch((fault: unknown) => {
      console.error(fault);
      return false;
    })
    .then((built) => {
      if (watching) return;
      if (!built) process.exitCode = 1;
      compiler?.close(() => undefined);
    });
};
if (watching) compiler?.watch({ aggregateTimeout: 50 }, done);
else compiler?.run(done);
