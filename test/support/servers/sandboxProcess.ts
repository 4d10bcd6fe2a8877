import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SandboxDescription } from '../../../src/sandbox/sample/description.ts';
import { startLeashed } from '../run/leashed.ts';
import { rootFolder } from '../paths.ts';
import { within } from '../poll.ts';
import { editorEnvironment } from '../run/surroundings.ts';

const startLimitMs = 60_000;

export type SandboxProcess = {
  readonly description: SandboxDescription;
  readonly ended: Promise<number>;
  stop(): Promise<void>;
};

export type SandboxOptions = {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly removeFolders?: readonly string[];
};

/** Starts dist/sandbox.cjs, which ends with this process. */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<SandboxProcess> {
  const sandbox = startLeashed({
    command: process.execPath,
    args: [path.join(rootFolder, 'dist', 'sandbox.cjs'), '--port', '0', '--json', ...(options.args ?? [])],
    env: editorEnvironment(options.env),
    removeFolders: options.removeFolders ?? [],
  });
  let complaints = '';
  sandbox.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const firstLine = new Promise<string>((resolve) => createInterface(sandbox.stdout).once('line', resolve));
  const line = await within(Promise.race([firstLine, sandbox.ended.then(() => undefined)]), startLimitMs);
  if (line === undefined) {
    await sandbox.stop();
    throw new Error(`the sandbox did not start: ${complaints.trim()}`);
  }
  const description = JSON.parse(line) as SandboxDescription;
  return { description, ended: sandbox.ended, stop: () => sandbox.stop() };
}

/** Credentials are not in the remote's URL. */
export async function cloneProject(sandbox: SandboxDescription, folder: string): Promise<void> {
  const credentials = Buffer.from(`oauth2:${sandbox.tokens.maintainer}`).toString('base64');
  const config = {
    [`http.${sandbox.url}/.extraHeader`]: `Authorization: Basic ${credentials}`,
    'user.name': 'Maya Lindqvist',
    'user.email': 'maya@acme.example',
  };
  const settings = Object.entries(config).flatMap(([name, value]) => ['--config', `${name}=${value}`]);
  const address = `${sandbox.url}/${sandbox.project}.git`;
  await promisify(execFile)('git', ['clone', '--quiet', ...settings, address, folder], {
    env: editorEnvironment({ GIT_TERMINAL_PROMPT: '0' }),
  });
}
