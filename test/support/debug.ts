// Started by F5: a launch file's sample server (default: .vscode/launch.json) and a clone.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endWithParent } from './run/endWithParent.ts';
import { rootFolder } from './paths.ts';
import { cloneProject, startSandboxProcess } from './servers/sandboxProcess.ts';

interface Launch {
  readonly configurations: readonly [
    { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> },
  ];
}

const [file = path.join(rootFolder, '.vscode', 'launch.json')] = process.argv.slice(2);
const {
  configurations: [{ args, env }],
} = JSON.parse(readFileSync(file, 'utf8').replaceAll('${workspaceFolder}', rootFolder)) as Launch;
const { GITLAB_HOST: url = '', GITLAB_TOKEN: token = '' } = env;
const clone = args.at(-1) ?? '';

console.log('Starting the sample server…');
const sandbox = await startSandboxProcess({ args: ['--port', new URL(url).port, '--token', `maintainer=${token}`] });
endWithParent(() => sandbox.stop());
rmSync(clone, { recursive: true, force: true });
await cloneProject(sandbox.description, clone);
console.log(`The sample server is ready at ${url}, with a clone in ${clone}.`);
await sandbox.ended;
