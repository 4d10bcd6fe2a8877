import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { buildExtension } from './run/commands.ts';
import { readManifest, rootFolder, temporaryFolder } from './paths.ts';

/** In bytes. */
const budgets = { package: 1_500_000, activation: 200_000 };

export interface Publishing {
  /** On GitHub or a GitLab server. */
  readonly repository?: string | undefined;
  /** Replaces the publisher of package.json. */
  readonly publisher?: string | undefined;
  readonly preRelease?: boolean | undefined;
}

export function packageFile(): string {
  const { name, version } = readManifest();
  return path.join(rootFolder, `${name}-${version}.vsix`);
}

/** Throws if a budget is exceeded. */
export async function packageExtension(file: string = packageFile(), publishing: Publishing = {}): Promise<string> {
  const { code, output } = await buildExtension();
  console.log(output);
  if (code !== 0) throw new Error('the production build failed');
  const folder = temporaryFolder('package');
  try {
    stagePackage(folder, publishing);
    await writePackage(folder, file, publishing);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const sizes = { package: statSync(file).size, activation: activationBytes() };
  console.log(`${path.basename(file)}: ${sizes.package} bytes of ${budgets.package}`);
  console.log(`Read at activation: ${sizes.activation} bytes of ${budgets.activation}`);
  if (publishing.repository === undefined)
    console.log('Not for publishing: README’s links and pictures have no address. Add --repository <url>.');
  if (sizes.package > budgets.package || sizes.activation > budgets.activation)
    throw new Error('The package exceeds its budget; the sizes are above.');
  return file;
}

export function stagePackage(folder: string, publishing: Publishing): void {
  const read = (name: string): string => readFileSync(path.join(rootFolder, name), 'utf8');
  const patterns = read('.vscodeignore')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  // vsce would walk the whole checkout, which takes longer than the build
  for (const file of globSync(
    patterns.map((line) => line.slice(1)),
    { cwd: rootFolder },
  )) {
    const copy = path.join(folder, file);
    mkdirSync(path.dirname(copy), { recursive: true });
    cpSync(path.join(rootFolder, file), copy);
    chmodSync(copy, 0o644);
  }
  const published = publishedManifest(JSON.parse(read('package.json')) as object, publishing);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** Reproducible. */
export async function writePackage(
  folder: string,
  file: string,
  { repository, preRelease }: Publishing,
): Promise<void> {
  // ZIP times are local
  process.env['SOURCE_DATE_EPOCH'] = String(new Date(2000, 0, 1).getTime() / 1000);
  await createVSIX({
    cwd: folder,
    packagePath: path.resolve(file),
    dependencies: false,
    allowMissingRepository: true,
    preRelease: preRelease === true,
    ...(repository === undefined ? { rewriteRelativeLinks: false } : readmeAddresses(repository)),
  });
}

export function publishedManifest(manifest: object, { repository, publisher }: Publishing): object {
  if (publisher !== undefined && !/^[a-z0-9][a-z0-9-]*$/i.test(publisher))
    throw new Error(`--publisher is an identifier of letters, digits and dashes, not “${publisher}”.`);
  const address = repository === undefined ? undefined : repositoryAddress(repository);
  return {
    ...manifest,
    ...(publisher === undefined ? {} : { publisher }),
    ...(address === undefined
      ? {}
      : {
          repository: { type: 'git', url: `${address}.git` },
          bugs: { url: `${address}${routes(address)}/issues` },
          homepage: `${address}#readme`,
        }),
  };
}

function readmeAddresses(repository: string): { readonly baseContentUrl: string; readonly baseImagesUrl: string } {
  const address = repositoryAddress(repository);
  const place = `${address}${routes(address)}`;
  return { baseContentUrl: `${place}/blob/HEAD`, baseImagesUrl: `${place}/raw/HEAD` };
}

function repositoryAddress(repository: string): string {
  const [, address] = /^(https:\/\/[^\s?#]+?\/[^\s?#]+?)(?:\.git)?\/*$/.exec(repository) ?? [];
  if (address === undefined) throw new Error(`--repository is an https URL of a project, not “${repository}”.`);
  return address;
}

const routes = (address: string): string => (new URL(address).host === 'github.com' ? '' : '/-');

function activationBytes(): number {
  const read = new Map<string, string>();
  const names = new Set(['extension.js']);
  for (const name of names) {
    const code = readFileSync(path.join(rootFolder, 'dist', name), 'utf8');
    read.set(name, code);
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) names.add(imported);
  }
  return [...read.values()].reduce((sum, code) => sum + Buffer.byteLength(code), 0);
}

export function packageDemoOpener(file: string): Promise<void> {
  const cwd = path.join(import.meta.dirname, 'demoOpener');
  return createVSIX({ cwd, packagePath: file, dependencies: false, allowMissingRepository: true, skipLicense: true });
}
