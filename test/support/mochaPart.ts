import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { outFolder, rootFolder } from './paths.ts';
import { noTests, type PartResult } from './results.ts';

const limitMs = 30 * 60_000;

/** Which tests a part runs. */
export type MochaOptions = {
  readonly files: readonly string[];
  /** Only tests whose full title matches. */
  readonly grep?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Prints nothing. */
  readonly isQuiet?: boolean;
};

/** Runs test files by mocha in a process of their own. A crash, or a process that does not end, is a failure. */
export async function runMochaPart(name: string, options: MochaOptions): Promise<PartResult> {
  const { files, grep, env = {} } = options;
  if (files.length === 0) return noTests(name);
  const resultsFile = path.join(outFolder, `results-${name}-${process.pid}.json`);
  mkdirSync(outFolder, { recursive: true });
  rmSync(resultsFile, { force: true });
  try {
    const args = ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'runMocha.ts')];
    const child = spawn(process.execPath, [...args, resultsFile, grep ?? '', ...files], {
      cwd: rootFolder,
      env: { ...process.env, ...env },
      stdio: options.isQuiet ? 'ignore' : 'inherit',
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    const end = () => child.kill('SIGTERM');
    process.once('exit', end);
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    process.off('exit', end);
    const result = readResult(name, resultsFile, `the tests ended (${signal ?? `code ${code}`}) before their results`);
    if (result.failed === 0 && code !== 0) {
      return {
        ...result,
        failed: 1,
        failures: [`${name}: the tests passed but their process ended with code ${code}`],
      };
    }
    return result;
  } finally {
    rmSync(resultsFile, { force: true });
  }
}

function readResult(name: string, file: string, missing: string): PartResult {
  if (!existsSync(file)) return { name, passed: 0, failed: 1, pending: 0, failures: [`${name}: ${missing}`] };
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as PartResult), name };
}
