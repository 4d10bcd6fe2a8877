import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { editorFolder } from '../paths.ts';
import { untar } from '../sources/untar.ts';

const packageFolder = path.join(editorFolder, 'node_modules', '@sparticuz', 'chromium');
const fontsFolder = path.join(editorFolder, 'node_modules', 'dejavu-fonts-ttf', 'ttf');

export type Chrome = { readonly executable: string; readonly env: Readonly<Record<string, string>> };

export async function findChrome(): Promise<Chrome> {
  const chosen = process.env['HOST_BROWSER'];
  if (chosen) return { executable: chosen, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync(packageFolder)) return npmChromium();
  const executable = localBrowsers().find((file) => existsSync(file));
  if (executable) return { executable, env: {} };
  throw new Error(
    'No browser was found. Install Google Chrome, Chromium or Microsoft Edge, or set HOST_BROWSER to the executable of one.',
  );
}

function localBrowsers(): string[] {
  if (process.platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    const folders = ['/Applications', path.join(homedir(), 'Applications')];
    return folders.flatMap((folder) => names.map((name) => path.join(folder, `${name}.app/Contents/MacOS/${name}`)));
  }
  if (process.platform === 'win32') {
    const names = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '');
    return folders.filter(Boolean).flatMap((folder) => names.map((name) => path.join(folder, name)));
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** The npm package's browser, unpacked once for each version. */
async function npmChromium(): Promise<Chrome> {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  const parent = path.join(editorFolder, '.chromium');
  const folder = path.join(parent, version);
  if (!existsSync(folder)) await unpack(parent, folder);
  const fontsConfig = path.join(folder, 'fonts.conf');
  writeIfChanged(fontsConfig, fontsConfiguration(folder));
  const libraries = [path.join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executable: path.join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fontsConfig },
  };
}

/** Renames at the end, so that concurrent runs never see a partial folder. */
async function unpack(parent: string, folder: string): Promise<void> {
  mkdirSync(parent, { recursive: true });
  console.error('Unpacking the browser (about 210 MB, once)…');
  const packed = (name: string): Promise<Buffer> =>
    promisify(brotliDecompress)(readFileSync(path.join(packageFolder, 'bin', name)));
  const unfinished = mkdtempSync(path.join(parent, 'unfinished-'));
  try {
    writeFileSync(path.join(unfinished, 'chromium'), await packed('chromium.br'), { mode: 0o755 });
    for (const name of ['al2023', 'fonts', 'swiftshader']) untar(await packed(`${name}.tar.br`), unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    // another process finished first
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  const outdated = readdirSync(parent).filter(
    (name) => name !== path.basename(folder) && !name.startsWith('unfinished-'),
  );
  for (const name of outdated) rmSync(path.join(parent, name), { recursive: true, force: true });
}

/** Without fonts a screenshot never completes. */
function fontsConfiguration(folder: string): string {
  const folders = [fontsFolder, path.join(folder, 'fonts'), '/usr/share/fonts'];
  const families = [
    ['monospace', 'DejaVu Sans Mono'],
    ['sans-serif', 'Open Sans', 'DejaVu Sans'],
    ['system-ui', 'Open Sans', 'DejaVu Sans'],
  ];
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((each) => `<dir>${escapeXml(each)}</dir>`),
    `<cachedir>${escapeXml(path.join(folder, 'cache'))}</cachedir>`,
    ...families.map(([family = '', ...preferred]) => {
      const list = preferred.map((each) => `<family>${each}</family>`).join('');
      return `<alias binding="strong"><family>${family}</family><prefer>${list}</prefer></alias>`;
    }),
    '</fontconfig>',
    '',
  ].join('\n');
}

function writeIfChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
