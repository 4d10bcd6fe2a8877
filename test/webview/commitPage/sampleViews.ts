import type { CommitView, FileView, ToCommitPage } from '../../../src/messages/commitPage.ts';

export function commitView(own: Partial<CommitView> = {}): CommitView {
  return {
    sha: '4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f70819203',
    shortSha: '4f1c2d3e',
    title: 'Retry the upload once the token has been renewed',
    body: '',
    author: { name: 'Mara Lindqvist', email: 'mara@example.com', at: '2026-11-18T09:30:00.000+01:00' },
    committer: { name: 'Mara Lindqvist', email: 'mara@example.com', at: '2026-11-18T09:30:00.000+01:00' },
    parents: ['a0b1c2d3e4f5061728394a5b6c7d8e9f00112233'],
    trailers: [],
    stats: { additions: 3, deletions: 1 },
    pipeline: undefined,
    project: 'harbor/uploads',
    webUrl: 'https://gitlab.example.com/harbor/uploads/-/commit/4f1c2d3e',
    ...own,
  };
}

export function fileView(own: Partial<FileView> = {}): FileView {
  const newPath = own.newPath ?? 'src/upload.ts';
  return {
    oldPath: newPath,
    newPath,
    change: 'modified',
    modes: undefined,
    diff: '@@ -10,3 +10,5 @@ export function upload()\n a\n-b\n+c\n+d\n+e\n f\n',
    note: undefined,
    ...own,
  };
}

export const commit: ToCommitPage = { type: 'commit', commit: commitView() };

/** All files, unless `own` differs. */
export const files = (
  of: readonly FileView[],
  own: { readonly restart?: boolean; readonly complete?: boolean } = {},
): ToCommitPage => ({ type: 'files', files: of, restart: false, complete: true, ...own });

export function manyFiles(files: number, linesPerFile: number): FileView[] {
  return Array.from({ length: files }, (_, index) =>
    fileView({ newPath: `packages/module${index % 12}/src/part${index}.ts`, diff: longDiff(linesPerFile, index) }),
  );
}

const linesPerHunk = 25;

/** Lines without hunk headers. */
export function longDiff(lines: number, seed = 0): string {
  const text: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  for (let done = 0; done < lines;) {
    const hunk: string[] = [];
    let [oldCount, newCount] = [0, 0];
    for (; hunk.length < linesPerHunk && done < lines; done++) {
      const sign = ' ---+++ + '[(done + seed) % 10] ?? ' ';
      if (sign !== '+') oldCount++;
      if (sign !== '-') newCount++;
      hunk.push(`${sign}${'  '.repeat((done + seed) % 4)}${codeLine(done * 7 + seed)}`);
    }
    text.push(`@@ -${oldLine},${oldCount} +${newLine},${newCount} @@ function part${done}()`, ...hunk);
    oldLine += oldCount + 40;
    newLine += newCount + 40;
  }
  return `${text.join('\n')}\n`;
}

function codeLine(number: number): string {
  const name = `value${number % 97}`;
  const lines = [
    `const ${name} = await readEntry(queue, ${number}, { retries: 3, signal });`,
    `if (${name} === undefined) return { state: 'missing', at: ${number} };`,
    `for (const entry of ${name}.entries()) total += entry[1].size;`,
    `// ${name} is kept until the server has confirmed it, which can take a while on a slow line`,
    `}`,
    ``,
    `return normalise(${name}, options.limit ?? ${number % 13});`,
  ];
  return lines[number % lines.length] ?? '';
}

/** All parts of a commit page, loaded. */
export const emptyParts: readonly ToCommitPage[] = [
  { type: 'part', part: { name: 'mergeRequests', view: { state: 'ready', value: [] } } },
  { type: 'part', part: { name: 'statuses', view: { state: 'ready', value: [] } } },
  { type: 'part', part: { name: 'refs', view: { state: 'ready', value: { branches: [], tags: [], more: false } } } },
  { type: 'part', part: { name: 'sequence', view: { state: 'ready', value: { count: 1204 } } } },
  {
    type: 'part',
    part: {
      name: 'signature',
      view: { state: 'ready', value: { tone: 'unsigned', label: 'Not signed', details: [] } },
    },
  },
];
