import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { path7za } from '7zip-bin';
import { createVSIX } from '@vscode/vsce';
import { buildExtension } from './commands.ts';
import { packModules } from './packModules.ts';
import { packPages } from './packPages.ts';
import { packTogether } from './packTogether.ts';
import { withoutPictures } from './packedReadme.ts';
import { minified, repacked } from './minifying.ts';
import { readManifest, rootFolder } from './paths.ts';
import { withShortKeys } from './shortKeys.ts';
import { readZipEntries } from './zipEntries.ts';

/** The most the package may weigh in bytes. These are never raised: what does not fit has to become lighter. */
const budgets = { inAll: 850_000, withoutSandbox: 670_000 };

interface Manifest {
  readonly devDependencies?: unknown;
  readonly scripts?: unknown;
}

/** What only those load who try the extension. */
const sandboxEntry = 'extension/dist/sandbox.cjs.br';

/** The file that {@link packageExtension} writes by default. */
export function packageFile(): string {
  const { name, version } = readManifest();
  return path.join(rootFolder, `${name}-${version}.vsix`);
}

/** Builds for production and packages the extension. Throws when that fails or when the package is over its budget. */
export async function packageExtension(file: string = packageFile()): Promise<string> {
  const { code, output } = await buildExtension();
  console.log(output);
  if (code !== 0) throw new Error('the production build failed');
  await createVSIX({
    cwd: rootFolder,
    packagePath: file,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: readManifest().repository !== undefined,
  });
  await packTighter(file);
  const { inAll, withoutSandbox } = weigh(file);
  if (inAll > budgets.inAll || withoutSandbox > budgets.withoutSandbox) {
    throw new Error(
      `the package is too heavy: ${inAll} of ${budgets.inAll} bytes, without the sandbox ${withoutSandbox} of ` +
        `${budgets.withoutSandbox}`,
    );
  }
  return file;
}

/**
 * Packs a package anew, a tenth smaller: its code is minified once more by what takes its time for that, the
 * extension's modules are packed together, so are the files of its pages, and the entries. README goes without pictures as
 * long as they have no address.
 */
async function packTighter(file: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'graft-package-'));
  try {
    // it is published without the right to be run
    chmodSync(path7za, 0o755);
    execFileSync(path7za, ['x', `-o${folder}`, file], { stdio: 'pipe' });
    rmSync(file);
    const modules = path.join(folder, 'extension/dist');
    await packModules(modules);
    await packTogether(modules, ['subscriptions', 'graphqlWs'], 'liveUpdates.br');
    for (const name of readdirSync(modules)) {
      const module = path.join(modules, name);
      if (name.endsWith('.js')) writeFileSync(module, await minified(readFileSync(module, 'utf8'), 'module'));
      if (name.endsWith('.cjs.br')) writeFileSync(module, await repacked(readFileSync(module)));
    }
    packPages(modules);
    packManifest(path.join(folder, 'extension'));
    if (readManifest().repository === undefined) {
      const readme = path.join(folder, 'extension/readme.md');
      writeFileSync(readme, withoutPictures(readFileSync(readme, 'utf8')));
    }
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
    // entries of folders and further times of files are of no use to the editor
    const options = ['-tzip', '-mx=9', '-mfb=258', '-mpass=15', '-mtc=off'];
    execFileSync(path7za, ['a', ...options, path.resolve(file), ...names], { cwd: folder, stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes out of a manifest what only those need who build the extension, and shortens the keys of its texts. */
function packManifest(folder: string): void {
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const { devDependencies: _, scripts: __, ...used } = JSON.parse(read('package.json')) as Manifest;
  const names = readdirSync(folder).filter((name) => name.startsWith('package.nls.'));
  const { manifest, languages } = withShortKeys({ manifest: JSON.stringify(used), languages: names.map(read) });
  writeFileSync(path.join(folder, 'package.json'), manifest);
  for (const [index, text] of languages.entries()) writeFileSync(path.join(folder, names[index] ?? ''), text);
}

/** Packages the little extension that opens the Graft view in a demo. */
export function packageDemoOpener(file: string): Promise<void> {
  const cwd = path.join(import.meta.dirname, 'demoOpener');
  return createVSIX({ cwd, packagePath: file, dependencies: false, allowMissingRepository: true, skipLicense: true });
}

/** Prints what is in the package; returns its size in bytes, and that of what is in it but the sandbox, compressed. */
function weigh(file: string): typeof budgets {
  const entries = readZipEntries(file);
  for (const { name, sizeBytes, compressedBytes } of entries) {
    console.log(`  ${String(sizeBytes).padStart(9)} ${String(compressedBytes).padStart(9)}  ${name}`);
  }
  const inAll = statSync(file).size;
  const withoutSandbox = entries
    .filter(({ name }) => name !== sandboxEntry)
    .reduce((sum, { compressedBytes }) => sum + compressedBytes, 0);
  console.log(`${path.basename(file)}: ${inAll} bytes, ${withoutSandbox} without the sandbox`);
  return { inAll, withoutSandbox };
}
