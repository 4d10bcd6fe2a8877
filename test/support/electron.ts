// npm run test:electron: the suites of test/host in the desktop editor, its oldest supported version and the newest.
//   npm run test:electron -- [version…] [--grep <pattern>]
// GRAFT_DESKTOP=<executable> uses that editor and downloads nothing.
import { parseArgs } from 'node:util';
import { buildExtension } from './commands.ts';
import { downloadDesktop, runDesktopWindow } from './desktopSuite.ts';
import { endWithParent } from './endWithParent.ts';
import { findHostSuites, windowsOf } from './hostSuite.ts';
import { noTests, requireTests, singleResult, type PartResult } from './results.ts';

const defaultVersions = ['1.105.0', 'stable'];

endWithParent();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string', short: 'g' } },
});
const grep = values.grep === undefined ? {} : { grep: values.grep };
const executable = process.env['GRAFT_DESKTOP'];
const versions = executable ? ['local'] : positionals.length > 0 ? positionals : defaultVersions;
const results: PartResult[] = [];

const { code, output } = await buildExtension();
if (output) console.log(output);
if (code !== 0) results.push(singleResult('build', output));
else for (const version of versions) results.push(...(await runVersion(version)));

const failures = results.flatMap((each) => each.failures);
if (failures.length > 0) console.log(`\nFailures:\n${failures.map((each) => `\n• ${each}`).join('\n')}`);
const passed = results.reduce((sum, each) => sum + each.passed, 0);
const failed = results.reduce((sum, each) => sum + each.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function runVersion(version: string): Promise<PartResult[]> {
  console.log(`\n── Visual Studio Code ${version} ──`);
  let file: string;
  try {
    file = executable ?? (await downloadDesktop(version));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text =
      `Visual Studio Code ${version} could not be downloaded (${reason}). This task needs access to ` +
      'update.code.visualstudio.com, or GRAFT_DESKTOP set to the executable of an installed editor.';
    console.error(text);
    return [singleResult(`download ${version}`, text)];
  }
  const done: PartResult[] = [];
  for (const window of windowsOf(findHostSuites())) {
    console.log(`\n  window ${window.name}`);
    const result = await runDesktopWindow(file, window, grep);
    done.push(values.grep === undefined ? requireTests(result) : result);
  }
  return done.length > 0 ? done : [requireTests(noTests('host'))];
}
