import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { writeSettings } from './editorHost.ts';
import { collectResults } from './hostResults.ts';
import { buildWindow, prepareWindow, windowEnvironment, type HostOptions, type HostWindow } from './hostSuite.ts';
import { startLeashed } from './leashed.ts';
import { outFolder, rootFolder, temporaryFolder } from './paths.ts';
import { within } from './poll.ts';
import type { PartResult } from './results.ts';
import { watchSilence } from './silence.ts';
import { sourceMapper } from './sourceMapper.ts';
import { editorEnvironment, gitEnvironment } from './surroundings.ts';

const silenceLimitMs = 120_000;

/** Downloads a version of the desktop editor, once; returns its executable. */
export function downloadDesktop(version: string): Promise<string> {
  return downloadAndUnzipVSCode({ version, cachePath: path.join(outFolder, 'desktop') });
}

/** Runs the suites of a window in the desktop editor. A host that crashes or never ends is a failure. */
export async function runDesktopWindow(
  executable: string,
  window: HostWindow,
  options: HostOptions = {},
): Promise<PartResult> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
    throw new Error('The desktop editor needs a display, and there is none: run this under xvfb-run.');
  }
  const bundle = await buildWindow(window);
  const launch = await prepareWindow(window);
  const results = await collectResults({ onFailure: async () => {}, inSources: sourceMapper() });
  const dataFolder = temporaryFolder('desktop');
  writeSettings(dataFolder, launch.settings);
  const editor = startLeashed({
    command: executable,
    args: [
      `--extensionDevelopmentPath=${options.extensionFolder ?? rootFolder}`,
      `--extensionTestsPath=${bundle}`,
      ...['--user-data-dir', dataFolder, '--extensions-dir', path.join(dataFolder, 'ext')],
      ...['--disable-workspace-trust', '--disable-updates', '--skip-welcome', '--skip-release-notes'],
      ...['--no-sandbox', '--disable-gpu-sandbox', '--disable-telemetry'],
      ...(launch.folder ? [launch.folder] : []),
    ],
    env: editorEnvironment({ ...gitEnvironment(dataFolder), ...windowEnvironment(launch, results.port, options.grep) }),
    removeFolders: [dataFolder],
  });
  let printed = '';
  for (const stream of [editor.stdout, editor.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-4_000)));
  }
  try {
    const ended = editor.ended.then((code) => `the editor ended (code ${code}) before the suite did:\n${printed}`);
    const endless = watchSilence(results, options.silenceLimitMs ?? silenceLimitMs);
    const end = await Promise.race([ended, endless.promise]);
    endless.stop();
    await within(results.ended, endless.isOver() ? 0 : 3_000);
    return results.result(window.name, end);
  } finally {
    await editor.stop();
    await results.close();
    await launch.dispose();
  }
}
