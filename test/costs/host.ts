import { gitFailure } from '../../src/host/shell/git.ts';
import { inFolders } from '../../src/host/reviews/view/fileTree.ts';
import type { MergeRequestFileItem, MergeRequestItem } from '../../src/host/reviews/view/rows.ts';
import { visibleMarkdown } from '../../src/host/visible.ts';
import type { Inputs } from '../support/run/endsInTime.ts';

const putInFolders = (paths: readonly string[]): unknown =>
  inFolders(
    {} as MergeRequestItem,
    paths.map((newPath) => ({ kind: 'requestFile', change: { newPath } }) as MergeRequestFileItem),
  );

export const inputs: Inputs = {
  'words of git without a space': () => gitFailure(['fetch'], 'a'.repeat(1e6)),
  'words of git of addresses': () => gitFailure(['fetch'], 'https://a'.repeat(200_000)),
  'very many files in a folder': () => putInFolders(Array.from({ length: 200_000 }, (_, at) => `a/${at}`)),
  'a file in every second of many folders': () =>
    putInFolders(Array.from({ length: 60 }, (_, at) => `${'a/a/'.repeat(at + 1)}b`)),
  'names of characters': () => visibleMarkdown('&#x202e'.repeat(200_000)),
};
