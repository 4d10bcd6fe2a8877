import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runScript, type CommandResult } from './commands.ts';
import { outFolder, rootFolder } from './paths.ts';

/** Something that holds or does not, and that needs no running code of ours. */
export type Check = { readonly name: string; readonly run: () => Promise<CommandResult> };

/** Every check: lint, types of each project, format. */
export function listChecks(): Check[] {
  const projects = ['.', 'src/webview', 'test'].flatMap((folder) =>
    readdirSync(path.join(rootFolder, folder))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => path.posix.join(folder, name)),
  );
  return [
    {
      name: 'lint',
      run: () => runScript('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']),
    },
    ...projects.map((file) => ({
      name: `types of ${file}`,
      // what was found is kept, and only what a change can reach is looked at the next time
      run: () => runScript('node_modules/typescript-native/bin/tsc', ['-p', file, '--incremental', ...keptIn(file)]),
    })),
    { name: 'format', run: () => runScript('node_modules/oxfmt/bin/oxfmt', ['--check', '.']) },
  ];
}

function keptIn(project: string): string[] {
  return ['--tsBuildInfoFile', path.join(outFolder, 'types', `${project.replaceAll(/\W/g, '-')}.json`)];
}
