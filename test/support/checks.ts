import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runScript } from './commands.ts';
import { rootFolder } from './paths.ts';
import { singleResult, type PartResult } from './results.ts';

type Check = { readonly name: string; readonly script: string; readonly args: readonly string[] };

const atOnce = 2;

/** Runs every check that needs no running code: types of each project, lint, format. One result for each. */
export async function runChecks(): Promise<PartResult[]> {
  const waiting = listChecks();
  const results: PartResult[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runScript(check.script, check.args);
      console.log(`  ${code === 0 ? '✔' : '✘'} ${check.name}`);
      if (code !== 0) console.log(output);
      results.push(singleResult(check.name, code === 0 ? undefined : `${check.name}\n${output}`));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

function listChecks(): Check[] {
  const projects = ['.', 'src/webview', 'test'].flatMap((folder) =>
    readdirSync(path.join(rootFolder, folder))
      .filter((name) => /^tsconfig.*\.json$/.test(name))
      .map((name) => path.posix.join(folder, name)),
  );
  return [
    { name: 'lint', script: 'node_modules/eslint/bin/eslint.js', args: ['.', '--max-warnings', '0'] },
    ...projects.map((file) => ({
      name: `types of ${file}`,
      script: 'node_modules/typescript/bin/tsc',
      args: ['-p', file],
    })),
    { name: 'format', script: 'node_modules/prettier/bin/prettier.cjs', args: ['--check', '.'] },
  ];
}
