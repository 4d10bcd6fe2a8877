import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeSettings } from './editorHost.ts';
import { startLeashed } from '../run/leashed.ts';
import { editorEnvironment } from '../run/surroundings.ts';

export type DesktopWindow = { readonly ended: Promise<number>; stop(): Promise<void> };

export function findDesktopEditor(): string {
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const file = folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((each) => existsSync(each));
  if (file) return file;
  throw new Error('--desktop needs the `code` command of Visual Studio Code on the PATH, and there is none.');
}

/** Separate from the user's settings and extensions. */
export async function openDesktop(
  dataFolder: string,
  options: {
    readonly vsixFiles: readonly string[];
    readonly folder: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Promise<DesktopWindow> {
  const command = findDesktopEditor();
  const folders = ['--user-data-dir', dataFolder, '--extensions-dir', path.join(dataFolder, 'ext')];
  const env = editorEnvironment(options.env);
  writeSettings(dataFolder);
  const shell = process.platform === 'win32';
  const packages = options.vsixFiles.flatMap((file) => ['--install-extension', file]);
  await promisify(execFile)(command, [...folders, ...packages, '--force'], { env, shell });
  const quiet = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates'];
  const window = startLeashed({ command, args: [...folders, ...quiet, '--new-window', '--wait', options.folder], env });
  return {
    ended: window.ended,
    async stop() {
      await window.stop();
      // the command's editor is not its child: find it by its data folder
      await endProcesses(`--user-data-dir ${dataFolder}`, `--user-data-dir=${dataFolder}`);
    },
  };
}

async function endProcesses(...texts: readonly string[]): Promise<void> {
  if (process.platform === 'win32') return;
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args=']).catch(() => ({ stdout: '' }));
  for (const line of stdout.split('\n')) {
    const id = Number(line.trim().split(' ')[0]);
    if (id === process.pid || !texts.some((text) => line.includes(text))) continue;
    try {
      process.kill(id, 'SIGTERM');
    } catch {
      // already ended
    }
  }
}
