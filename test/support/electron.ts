// npm run test:electron -- [version…] [--grep <pattern>]; GRAFT_DESKTOP=<executable> downloads nothing.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { buildExtension } from './run/commands.ts';
import { writeSettings } from './window/editorHost.ts';
import { endWithParent } from './run/endWithParent.ts';
import { findHostSuites, runHostWindow, type SuiteEditor, type SuiteWindow } from './window/hostSuite.ts';
import { startLeashed } from './run/leashed.ts';
import { outFolder, rootFolder } from './paths.ts';
import { countsOf, singleResult, type TestResult } from './run/results.ts';
import { editorEnvironment } from './run/surroundings.ts';
import { groupFiles, testFiles } from './run/testFiles.ts';

const defaultVersions = ['1.105.0', 'stable'];

endWithParent();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', short: 'g' } },
});
const executable = process.env['GRAFT_DESKTOP'];
const versions = executable ? ['local'] : positionals.length > 0 ? positionals : defaultVersions;
const results: TestResult[] = [];

if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) {
  throw new Error('The desktop editor needs a display, and there is none: run this under xvfb-run.');
}
const { code, output } = await buildExtension();
if (output) console.log(output);
if (code !== 0) results.push(singleResult(output));
else for (const version of versions) await runVersion(version);

const failures = results.flatMap((each) => each.failures);
if (failures.length > 0) console.log(`\nFailures:\n${failures.map((each) => `\n• ${each}`).join('\n')}`);
console.log(countsOf(results));
process.exit(failures.length === 0 && results.some(({ passed }) => passed > 0) ? 0 : 1);

async function runVersion(version: string): Promise<void> {
  console.log(`\n── Visual Studio Code ${version} ──`);
  let file: string;
  try {
    file = executable ?? (await downloadAndUnzipVSCode({ version, cachePath: path.join(outFolder, 'desktop') }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text =
      `Visual Studio Code ${version} could not be downloaded (${reason}). This task needs access to ` +
      'update.code.visualstudio.com, or GRAFT_DESKTOP set to the executable of an installed editor.';
    console.error(text);
    results.push(singleResult(text));
    return;
  }
  for (const files of groupFiles('host', testFiles('host'))) {
    const open = async (window: SuiteWindow): Promise<SuiteEditor> => openDesktop(file, window);
    results.push(await runHostWindow(findHostSuites(files), { grep: values.grep ?? '', open }));
  }
}

function openDesktop(command: string, { bundle, folder, settings, env, dataFolder }: SuiteWindow): SuiteEditor {
  writeSettings(dataFolder, settings);
  const editor = startLeashed({
    command,
    args: [
      `--extensionDevelopmentPath=${rootFolder}`,
      `--extensionTestsPath=${bundle}`,
      ...['--user-data-dir', dataFolder, '--extensions-dir', path.join(dataFolder, 'ext')],
      ...['--disable-workspace-trust', '--disable-updates', '--skip-welcome', '--skip-release-notes'],
      ...['--no-sandbox', '--disable-gpu-sandbox', '--disable-telemetry'],
      ...(folder ? [folder] : []),
    ],
    env: editorEnvironment(env),
    removeFolders: [dataFolder],
  });
  let printed = '';
  for (const stream of [editor.stdout, editor.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-4_000)));
  }
  return {
    ended: editor.ended.then((exit) => `the editor ended (code ${exit}) before the suite did:\n${printed}`),
    photograph: async () => 'no picture of the desktop editor',
    stop: () => editor.stop(),
  };
}
