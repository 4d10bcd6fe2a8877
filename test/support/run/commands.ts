import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../paths.ts';

export type CommandResult = { readonly code: number; readonly output: string };

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

const buildInputs = ['src', 'media', 'build', 'esbuild.mjs', 'package.json', 'package-lock.json'];

/** Builds dist/ unless its inputs are unchanged. */
export async function buildExtension(): Promise<CommandResult> {
  const stamp = path.join(rootFolder, 'dist', '.inputs');
  const inputs = hashOf(buildInputs.map((name) => path.join(rootFolder, name)));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return { code: 0, output: 'dist is up to date' };
  const result = await runScript('esbuild.mjs', ['--production']);
  if (result.code === 0) writeFileSync(stamp, inputs);
  return result;
}

function hashOf(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    const files = statSync(place).isFile()
      ? [place]
      : readdirSync(place, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort();
    for (const file of files) hash.update(`${path.relative(rootFolder, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
