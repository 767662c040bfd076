/** Assembles the production package: the build, the packages it needs at run time, and how to deploy it. */
import { createHash } from 'node:crypto';
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, npm } from './install.mjs';
import { Problem, capture, inRoot, run } from './process.mjs';

const RELEASES = inRoot('release');
/** The build, and the documents for operators with all that they link to. */
export const COPIED = [
  'dist/public',
  'dist/server',
  'deploy',
  'docs/operations.md',
  'docs/security.md',
  'docs/asvs.md',
  'docs/decisions',
  'bench/results.md',
  'bench/results-long.md',
  'README.md',
];
/** Never read at run time: source maps, TypeScript, and libraries to link programs with. */
const LEFT_OUT = /\.(map|map\.br|map\.gz|[mc]?ts|a)$/;
/** Folders of packages that are never read at run time either. */
const FOLDERS_LEFT_OUT = ['.github', 'benchmark', 'benchmarks', 'docs', 'example', 'examples', 'test', 'tests'];
/** The limit for the whole unpacked folder. */
const MAX_BYTES = 150 * 1024 * 1024;

export async function makePackage() {
  const tar = await gnuTar();
  await ensureInstalled();
  await ensureBuilt();
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const name = `${manifest.name}-${manifest.version}`;
  const archive = path.join(RELEASES, `${name}-${process.platform}-${process.arch}.tar.gz`);
  mkdirSync(RELEASES, { recursive: true });
  const staging = mkdtempSync(path.join(RELEASES, '.staging-'));
  try {
    const folder = path.join(staging, name);
    await fill(folder, manifest);
    const bytes = sizeOf(folder);
    if (bytes > MAX_BYTES) throw new Problem(`Unpacked it has ${megabytes(bytes)}, more than ${megabytes(MAX_BYTES)}.`);
    // Nothing specific to this machine, so that the same sources make the same archive.
    const plain = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2000-01-01 00:00Z'];
    const unfinished = `${archive}.${process.pid}`;
    const code = await run(tar, [...plain, '-czf', unfinished, '-C', staging, name]);
    if (code !== 0) throw new Problem(`tar ended with ${code}; its own message is above.`);
    renameSync(unfinished, archive);
    const digest = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(`${archive}.sha256`, `${digest}  ${path.basename(archive)}\n`);
    console.log(
      `${path.relative(process.cwd(), archive)}: ${megabytes(lstatSync(archive).size)}, unpacked ${megabytes(bytes)}.`,
    );
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Only GNU tar sorts its entries. */
async function gnuTar() {
  for (const name of ['tar', 'gtar']) {
    const { output } = await capture(name, ['--version']);
    if (output.includes('GNU tar')) return name;
  }
  throw new Problem('The archive needs GNU tar, and none was found. On macOS: brew install gnu-tar');
}

async function fill(folder, manifest) {
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json']) cpSync(inRoot(file), path.join(folder, file));
  // Exactly what the lock file says. Install scripts may run: PostgreSQL's makes links to its libraries.
  const code = await npm(['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  if (code !== 0) throw new Problem(`npm ci ended with ${code}; its own message is above.`);
  for (const part of COPIED) cpSync(inRoot(part), path.join(folder, part), { recursive: true });
  removeUnread(folder);
  rmSync(path.join(folder, 'package-lock.json'));
  const { name, version, private: isPrivate, description, license, engines, dependencies } = manifest;
  const scripts = { start: 'node dist/server/main.js', vms: 'node dist/server/vms.js' };
  const kept = { name, version, private: isPrivate, description, license, engines, scripts, dependencies };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
}

function removeUnread(folder) {
  const entries = () => readdirSync(folder, { withFileTypes: true, recursive: true });
  const pathOf = ({ parentPath, path: older, name }) => path.join(parentPath ?? older, name);
  const folders = entries().filter((entry) => entry.isDirectory());
  for (const one of folders.map(pathOf).filter(isPackage))
    for (const name of FOLDERS_LEFT_OUT) rmSync(path.join(one, name), { recursive: true, force: true });
  for (const entry of entries()) if (entry.isFile() && LEFT_OUT.test(entry.name)) rmSync(pathOf(entry));
}

/** Not a folder within one. */
const isPackage = (folder) => /node_modules[/\\](@[^/\\]+[/\\])?[^@/\\][^/\\]*$/.test(folder);

/** What the files and folders take on a disk of blocks of 4 KiB. */
function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const { size } = lstatSync(path.join(entry.parentPath ?? entry.path, entry.name));
    bytes += Math.ceil(size / 4_096) * 4_096;
  }
  return bytes;
}

const megabytes = (bytes) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
