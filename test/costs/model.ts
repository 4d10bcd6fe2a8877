import path from 'node:path';
import { readInstanceAddress } from '../../src/model/accounts/instanceAddress.ts';
import { parseProjectFile } from '../../src/model/backports/parseProjectFile.ts';
import { globsOf, wideGlobsOf } from '../../src/model/branchPattern.ts';
import { threadsOf } from '../../src/model/commits/commitConversation.ts';
import { mergeTexts, undecidedRegions } from '../../src/model/textMerge.ts';
import { logEnd } from '../../src/model/mergeRequests/pipelines.ts';
import { readRemoteList, readRemoteUrl } from '../../src/model/remotes.ts';
import { reconcile } from '../../src/model/reviews/reconcile.ts';
import { changedBetween } from '../../src/model/reviews/sinceReview.ts';
import { hasBrokenSuggestion, noteParts, withSuggestionsShown } from '../../src/model/reviews/suggestion.ts';
import type { FileChange } from '../../src/model/fileChange.ts';
import type { DraftNote } from '../../src/wire/draftNotes.ts';
import type { Discussion } from '../../src/wire/notes.ts';
import type { Inputs } from '../support/endsInTime.ts';

const names = ['a'.repeat(4_000), 'a/'.repeat(2_000)];
const matchGlobs = (globs: readonly string[]): void => {
  for (const glob of globs) for (const name of names) path.posix.matchesGlob(name, glob);
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const author = { id: 4, username: 'me', name: 'Me' };
const draft = (id: number, note: string): DraftNote => ({
  id,
  author_id: author.id,
  merge_request_id: 1,
  resolve_discussion: false,
  note,
});
const thread = (id: number, body: string): Discussion => ({
  id: `${id}`,
  individual_note: false,
  notes: [{ id, body, author, system: false, resolvable: true, type: 'LegacyDiffNote' }],
});
const longNote = '/label ~a\n'.repeat(1_000);

const change = (newPath: string): FileChange => ({
  kind: 'renamed',
  oldPath: 'old',
  newPath,
  modes: undefined,
  diff: '',
  withoutText: undefined,
});

/** Lines between those that occur once. */
const blocks = (one: string, other: string): string =>
  numbers(2_000)
    .map((at) => `${at}\n${`${one}\n`.repeat(200)}${`${other}\n`.repeat(50)}`)
    .join('');

export const inputs: Inputs = {
  'globs of a rule with many *': () => matchGlobs(globsOf(`${'*a'.repeat(8)}*b`)),
  'globs of a rule with two *': () => matchGlobs(globsOf('*a*b')),
  'wide globs of a rule with many *': () => matchGlobs(wideGlobsOf(`${'*a'.repeat(8)}*b`)),
  'a list of remotes': () => readRemoteList(`a\t${' ('.repeat(1e6)}`),
  'an address of slashes': () => readInstanceAddress(`https://a.example/${'b/'.repeat(500_000)}`),
  'a remote of slashes': () => readRemoteUrl(`git@a.example:b${'/'.repeat(1e6)}c`),
  'a graft.yml of problems': () => parseProjectFile('? a\n'.repeat(200_000)),
  'a file of equal lines, changed everywhere on both sides': () =>
    mergeTexts({ base: 'x\n'.repeat(5e5), ours: 'x\ny\n'.repeat(25e4), theirs: 'y\nx\n'.repeat(25e4) }),
  'a file of blocks that have little in common': () =>
    mergeTexts({ base: blocks('x', 'y'), ours: blocks('y', 'z'), theirs: blocks('z', 'x') }),
  'a file of very many conflicts, resolved in its own way': () => {
    const of = (line: string, count = 50_000): string =>
      numbers(count)
        .map((at) => `${at}\n${line}\n`)
        .join('');
    const merged = mergeTexts({ base: of('x'), ours: of('y'), theirs: of('z') });
    undecidedRegions(merged, of('own'));
    undecidedRegions(merged, of('x').replaceAll(/^\d/gm, 'own'));
  },
  'a log of carriage returns': () => logEnd(`${'\r'.repeat(1e6)}x`),
  'a log of section marks without an end': () => logEnd('section_end:0:'.repeat(200_000)),
  'a note of suggestions without an end': () => noteParts('```suggestion\n'.repeat(300_000)),
  'a note of suggestions': () => noteParts('```suggestion\n```\n'.repeat(300_000)),
  'a note of broken suggestions': () => hasBrokenSuggestion('```suggestion  \n\n  x'.repeat(100_000)),
  'a note of suggestions for 200 lines each': () =>
    withSuggestionsShown('```suggestion:-100+100\n```\n'.repeat(50_000), 101, () =>
      Array.from({ length: 201 }, () => 'x'.repeat(100)),
    ),
  'a suggestion of very many lines': () =>
    withSuggestionsShown(`\`\`\`suggestion\n${'x\n'.repeat(500_000)}\`\`\``, 1, () => ['x']),
  'very many files with one name before': () => {
    const files = numbers(100_000).map((at) => change(`${at}`));
    const version = { id: 1, baseSha: 'a', startSha: 'a', headSha: 'a', commits: [], isCut: false };
    changedBetween(
      { ...version, files },
      { ...version, headSha: 'c', files: files.map((file) => ({ ...file, newPath: `${file.newPath}b` })) },
    );
  },
  'equal drafts that became equal comments': () =>
    reconcile(
      { drafts: numbers(1_000).map((id) => draft(id, longNote)), noteId: 0 },
      { drafts: [], discussions: numbers(1_000).map((id) => thread(id + 1, longNote)) },
    ),
  'equal comments on a commit': () =>
    threadsOf(
      [],
      numbers(200_000).map(() => ({ note: 'a', path: 'a', line: 1, line_type: 'new', created_at: '' })),
      'a',
    ),
};
