import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runScript, type CommandResult } from './commands.ts';
import { outFolder, rootFolder } from '../paths.ts';

export type Check = { readonly name: string; readonly run: () => Promise<CommandResult> };

export function listChecks(): Check[] {
  const projects = ['.', 'src/webview', 'test'].flatMap((folder) =>
    readdirSync(path.join(rootFolder, folder))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => path.posix.join(folder, name)),
  );
  return [
    { name: 'lint', run: () => runScript('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']) },
    ...projects.map((file) => ({
      name: `types of ${file}`,
      run: () => runScript('node_modules/typescript-native/bin/tsc', ['-p', file, '--incremental', ...keptIn(file)]),
    })),
    { name: 'format', run: () => runScript('node_modules/oxfmt/bin/oxfmt', ['--check', '.']) },
  ];
}

function keptIn(project: string): string[] {
  return ['--tsBuildInfoFile', path.join(outFolder, 'types', `${project.replaceAll(/\W/g, '-')}.json`)];
}
