import path from 'node:path';
import { readInstanceAddress } from '../../src/model/accounts/instanceAddress.ts';
import { trailersLost } from '../../src/model/text/trailers.ts';
import { readBlame } from '../../src/model/commits/blame.ts';
import { lineInDiff, nearestChangedLine } from '../../src/model/commits/commitConversationLines.ts';
import { foldersAbove, isMergedWhole } from '../../src/model/composer/wholeFile.ts';
import { parseEntries, parseNumstat, parseRawDiff } from '../../src/model/composer/gitOutput.ts';
import { pathsOf } from '../../src/model/composer/paths.ts';
import { readChanges } from '../../src/model/composer/workingTree.ts';
import { codeOwners } from '../../src/model/mergeRequests/codeOwners.ts';
import { withTask } from '../../src/model/mergeRequests/tasks.ts';
import { originsOf, undoneBy } from '../../src/model/pick/traces.ts';
import { QueueHistory } from '../../src/model/backports/history.ts';
import { patchId } from '../../src/model/board/patchId.ts';
import { findAnchor, hunkAround } from '../../src/model/reviews/preflightAnchor.ts';
import { withoutQuickActions } from '../../src/model/reviews/quickActions.ts';
import { placeThreads } from '../../src/model/reviews/threadOrder.ts';
import { linesInCommit } from '../../src/model/text/linesInCommit.ts';
import { shownTexts } from '../../src/model/text/shownText.ts';
import { withoutQueries } from '../../src/model/withoutQueries.ts';
import { parseProjectFile } from '../../src/model/backports/parseProjectFile.ts';
import { globsOf, wideGlobsOf } from '../../src/model/git/branchPattern.ts';
import { threadsOf } from '../../src/model/commits/commitConversation.ts';
import { mergeTexts, undecidedRegions } from '../../src/model/text/textMerge.ts';
import { logEnd } from '../../src/model/mergeRequests/pipelines.ts';
import { placesIn } from '../../src/model/pipelines/logPlaces.ts';
import { readRemoteList, readRemoteUrl, serversOf } from '../../src/model/git/remotes.ts';
import { reconcile } from '../../src/model/reviews/reconcile.ts';
import { changedBetween } from '../../src/model/reviews/sinceReview.ts';
import { hasBrokenSuggestion, noteParts, withSuggestionsShown } from '../../src/model/reviews/suggestion.ts';
import type { FileChange } from '../../src/model/fileChange.ts';
import type { DiffEntry } from '../../src/wire/commits.ts';
import type { MergeRequest } from '../../src/wire/mergeRequests.ts';
import type { BranchHistory } from '../../src/model/board/presence.ts';
import type { DraftNote } from '../../src/wire/draftNotes.ts';
import type { Discussion, Position } from '../../src/wire/notes.ts';
import type { Inputs } from '../support/run/endsInTime.ts';

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

const lines = (count: number, of: (at: number) => string): string => numbers(count).map(of).join('');

const changesOf = (status: string, raw: string): Promise<unknown> =>
  readChanges(
    async (command) => Buffer.from(command[0] === 'status' ? status : command.includes('--raw') ? raw : ''),
    { kind: 'all' },
    { env: {} },
  );

/** Unique lines with repeated ones between. */
const blocks = (one: string, other: string): string =>
  lines(1_000, (at) => `${at}\n${`${one}\n`.repeat(200)}${`${other}\n`.repeat(50)}`);

export const inputs: Inputs = {
  'globs of a rule with many *': () => matchGlobs(globsOf(`${'*a'.repeat(8)}*b`)),
  'globs of a rule with two *': () => matchGlobs(globsOf('*a*b')),
  'wide globs of a rule with many *': () => matchGlobs(wideGlobsOf(`${'*a'.repeat(8)}*b`)),
  'a list of remotes': () => readRemoteList(`a\t${' ('.repeat(1e6)}`),
  'a list of very many remotes': () => {
    const remotes = readRemoteList(lines(150_000, (at) => `r${at}\thttps://h${at}/a/b (fetch)\n`));
    serversOf(remotes, { upstream: undefined, hostOf: String });
  },
  'an address of slashes': () => readInstanceAddress(`https://a.example/${'b/'.repeat(500_000)}`),
  'a remote of slashes': () => readRemoteUrl(`git@a.example:b${'/'.repeat(1e6)}c`),
  'a graft.yml of problems': () => parseProjectFile('? a\n'.repeat(200_000)),
  'a file of equal lines, changed everywhere on both sides': () =>
    mergeTexts({ base: 'x\n'.repeat(25e4), ours: 'x\ny\n'.repeat(125e3), theirs: 'y\nx\n'.repeat(125e3) }),
  'a file of blocks that have little in common': () =>
    mergeTexts({ base: blocks('x', 'y'), ours: blocks('y', 'z'), theirs: blocks('z', 'x') }),
  'a file of very many conflicts, resolved in its own way': () => {
    const of = (line: string): string => lines(50_000, (at) => `${at}\n${line}\n`);
    const merged = mergeTexts({ base: of('x'), ours: of('y'), theirs: of('z') });
    undecidedRegions(merged, of('own'));
    undecidedRegions(merged, of('x').replaceAll(/^\d/gm, 'own'));
  },
  'logs of codes, continued lines and carriage returns': () => {
    const texts = [
      '2026-01-02T03:04:05.123456Z 01O+x\n',
      '\u001b[1mx',
      'section_start:0:a\r\n',
      '\r',
      'a\rb',
      '\u001b[38;5;',
    ];
    for (const text of texts) logEnd(text.repeat(1e6 / text.length));
  },
  'a CODEOWNERS of many * in many sections': () =>
    codeOwners(`${'*a'.repeat(2_000)}b @a\n`.repeat(25) + '[a]\n/**/*b\n'.repeat(1e5), names),
  'a line of places in files': () => placesIn('a/b.ts:1:2 '.repeat(100_000)),
  'a note of suggestions without an end': () => noteParts('```suggestion\n'.repeat(200_000)),
  'a note of suggestions': () => noteParts('```suggestion\n```\n'.repeat(100_000)),
  'a note of broken suggestions': () => hasBrokenSuggestion('```suggestion  \n\n  x'.repeat(100_000)),
  'a note of suggestions for 200 lines each': () =>
    withSuggestionsShown('```suggestion:-100+100\n```\n'.repeat(50_000), 101, () =>
      Array.from({ length: 201 }, () => 'x'.repeat(100)),
    ),
  'a suggestion of very many lines': () =>
    withSuggestionsShown(`\`\`\`suggestion\n${'x\n'.repeat(250_000)}\`\`\``, 1, () => ['x']),
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
  'trailers that a cherry-pick has cut off': () => {
    const trailers = (key: string): string => lines(200_000, (at) => `${key}${at}: x\n`);
    trailersLost(`a\n\n${trailers('a')}\n(cherry picked from commit 1234567)\n${trailers('b')}`);
  },
  'lines of picks and reverts': () => {
    originsOf({ message: '(cherry picked from commit '.repeat(100_000) });
    undoneBy({ message: 'This reverts merge request '.repeat(100_000) });
  },
  'commits that were picked from very many': () => {
    const shas = numbers(20_000).map((at) => `${at}`.padStart(40, '0'));
    const message = lines(20_000, (at) => `(cherry picked from commit e${at}00000000)\n`);
    const histories = [
      { branch: 'b', lacking: [], own: [{ id: 'f', message, parent_ids: [] }], patches: { ids: new Map() } },
    ];
    const history = new QueueHistory({ name: 'main', sha: 'a', date: '' }, histories as unknown as BranchHistory[]);
    history.presence({ target_branch: 'main' } as MergeRequest, 'b', shas);
  },
  'a path that git has put in quotes': () => readBlame(`${'a'.repeat(40)} 1 1\nfilename "${'\\303'.repeat(200_000)}"`),
  'what git prints of very many files': () => {
    parseRawDiff(Buffer.from(':1 2 3 4 R\0a\0b\0'.repeat(100_000)));
    parseNumstat(Buffer.from('1\t2\ta\t'.repeat(200_000)));
    parseEntries(Buffer.from('100644 a 0\ta\0'.repeat(200_000)));
  },
  'very many names that are not UTF-8': () => {
    const status = lines(200_000, (at) => ` M ${at}\ufffd\0`);
    return changesOf(
      status,
      lines(200_000, (at) => `:000000 100644 0 a A\0${at}\ufffd\0`),
    );
  },
  'very many repositories in a repository': () =>
    changesOf(
      lines(150_000, (at) => `?? ${at}/\0`),
      '',
    ),
  'very many files of a folder, renamed': () =>
    pathsOf(numbers(200_000).map((at) => ({ kind: 'move', path: `b/${at}`, previousPath: `a/${at}` }))),
  'a path of very many folders': () => foldersAbove('a/'.repeat(100_000)),
  'attributes with many *': () =>
    isMergedWhole('a'.repeat(4_000), new Map([['', `${'*a'.repeat(2_000)}b -merge\n`.repeat(20)]])),
  'a task among very many lines': () => withTask('\r'.repeat(500_000), 499_999, true),
  'a patch of white space': () => patchId([{ diff: `@@${'\n \t'.repeat(150_000)}` } as DiffEntry]),
  'hunks of one line': () => {
    const diff = '@@ -1 +1 @@\n-a\n+a\n'.repeat(100_000);
    lineInDiff(diff, { side: 'new', line: 7 });
    nearestChangedLine(diff, { side: 'new', line: 7 });
    linesInCommit(diff, { first: 1, last: 1e6 });
    hunkAround({ diff }, { side: 'new', first: 1, last: 1 });
  },
  'a comment on very many equal lines': () => {
    const diff = `@@ -1,200000 +1,200000 @@\n${' x\n'.repeat(200_000)}`;
    const file = { ...change('a'), oldPath: 'a', diff };
    const line_range = { start: { new_line: 1, type: 'new' }, end: { new_line: 100_000, type: 'new' } };
    const position = { position_type: 'text', old_path: 'a', new_path: 'a', new_line: 100_000, line_range } as Position;
    findAnchor(position, file, { refs: { baseSha: 'a', startSha: 'a', headSha: 'b' }, files: [{ ...file }] });
  },
  'threads on very many files': () => {
    const files = numbers(150_000).map((at) => change(`${at}`));
    const positions = files.map(({ newPath }) => ({ new_path: newPath, new_line: 1, head_sha: 'b' }));
    const threads = positions.map((position) => ({ id: '', notes: [{ position }] })) as unknown as Discussion[];
    placeThreads(threads, { refs: { baseSha: 'a', startSha: 'a', headSha: 'b' }, files });
  },
  'quick actions in fences': () => withoutQuickActions('```\n/a\n'.repeat(100_000)),
  'lines that are not UTF-8': () => shownTexts([Buffer.from('\xfc\n'.repeat(500_000), 'latin1')], 'shiftjis'),
  'addresses without an end': () => withoutQueries('a://'.repeat(200_000)),
};
