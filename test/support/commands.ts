import { spawn } from 'node:child_process';
import { rootFolder } from './paths.ts';

/** What a command of the build or of a check said. */
export type CommandResult = { readonly code: number; readonly output: string };

/** Runs a script of the checkout by our own Node, in the checkout, and collects what it prints. */
export function runScript(script: string, args: readonly string[] = []): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      cwd: rootFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

/** Builds everything the extension runs into dist/. */
export function buildExtension(args: readonly string[] = []): Promise<CommandResult> {
  return runScript('esbuild.mjs', args);
}
