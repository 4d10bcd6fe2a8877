import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Launch } from '../../support/window/hostSuite.ts';
import { sampleWindow } from '../../support/window/sampleWindow.ts';
import { longLine, manyFiles, oddNames } from './largeCommits.ts';

export const manyBranches = 5_000;

export const prepare = (): Promise<Launch> =>
  sampleWindow(async ({ repository, commits }) => {
    await addBranches(repository, commits.clean);
    return {
      crowded: await addCommit(repository, commits.clean, crowdedFiles),
      odd: await addCommit(repository, commits.clean, oddFiles),
    };
  });

const addBranches = async (repository: string, sha: string): Promise<void> => {
  const lines = Array.from({ length: manyBranches }, (_, index) => `create refs/heads/many/${index}-of-them ${sha}\n`);
  const updating = promisify(execFile)('git', ['-C', repository, 'update-ref', '--stdin']);
  updating.child.stdin?.end(lines.join(''));
  await updating;
  await promisify(execFile)('git', ['-C', repository, 'pack-refs', '--all']);
};

const crowdedFiles = Object.fromEntries(
  Array.from({ length: manyFiles }, (_, index) => [`many/${index % 50}/file-${index}.txt`, `${index}\n`]),
);

const oddFiles = { 'wide.js': `${longLine}\n`, ...Object.fromEntries(oddNames.map((name) => [name, 'text\n'])) };

/** Creates a commit on no branch; returns its SHA. */
const addCommit = async (
  repository: string,
  parent: string,
  files: Readonly<Record<string, string>>,
): Promise<string> => {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const stream = [
    `commit refs/apart\ncommitter Mara <mara@acme.example> 1767225600 +0000\n${data('Stand apart')}from ${parent}\n`,
    ...Object.entries(files).map(([name, text]) => `M 100644 inline ${JSON.stringify(name)}\n${data(text)}`),
  ];
  const importing = promisify(execFile)('git', ['-C', repository, 'fast-import', '--quiet', '--force']);
  importing.child.stdin?.end(stream.join(''));
  await importing;
  const { stdout } = await promisify(execFile)('git', ['-C', repository, 'rev-parse', 'refs/apart']);
  return stdout.trim();
};
