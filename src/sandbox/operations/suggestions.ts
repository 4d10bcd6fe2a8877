import type { applySuggestion, applySuggestions } from '../../wire/mergeRequestReview.ts';
import type { Discussion, Note, Suggestion } from '../../wire/notes.ts';
import { identLine } from '../git/commitObject.ts';
import { writeCommit } from '../git/mergeTree.ts';
import { servedText } from '../git/diff.ts';
import { moveBranch } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { ok, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { forbidden, notFound, refusal } from '../refusals.ts';
import { canReadCode } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { changeReview, reviewOf, withDiscussion, withResolution } from '../world/review.ts';
import type { DiscussionState, NoteState } from '../world/reviewRecords.ts';
import { treeAfterActions } from './commitActions.ts';
import { movedDiscussion } from './movedThreads.ts';
import { bring, canPushToSource, sourceRepository, sourceTip } from './requestSource.ts';

interface Place {
  readonly repository: Repository;
  readonly request: MergeRequestState;
}

/** Replaces lines of the new version, 1-based and inclusive. */
interface Suggested {
  readonly index: number;
  readonly first: number;
  readonly last: number;
  readonly lines: readonly string[];
}

/** Limit per note, as IDs combine the note's ID and the index. */
const maxInNote = 100;

/** A closing fence is of the same kind and at least as long. */
const isEnd = (row: string, fence: string): boolean => {
  const bare = row.trimEnd().replace(/^ {1,3}/, '');
  return bare.startsWith(fence) && bare === fence.charAt(0).repeat(bare.length);
};

const suggestedIn = ({ body, position }: NoteState): readonly Suggested[] => {
  const line = position?.newLine;
  if (line == null) return [];
  const rows = body.split(/\r?\n/);
  const found: Suggested[] = [];
  for (let at = 0; at < rows.length; at += 1) {
    const [, fence, info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(rows[at] ?? '') ?? [];
    // backticks later in the line make it inline code
    if (fence === undefined || (fence.startsWith('`') && info.includes('`'))) continue;
    const begin = at + 1;
    for (at = begin; at < rows.length && !isEnd(rows[at] ?? '', fence);) at += 1;
    const [range, above, below] = /^suggestion(?::-(\d+)\+(\d+))?[ \t]*$/.exec(info) ?? [];
    if (range === undefined || at === rows.length) continue;
    found.push({
      index: found.length,
      first: Math.max(1, line - Number(above ?? 0)),
      last: line + Number(below ?? 0),
      lines: rows.slice(begin, at),
    });
  }
  return found;
};

const linesAt = async (repository: Repository, sha: string, path: string): Promise<readonly string[] | undefined> => {
  const blob = await repository.objects.contents(`${sha}:${path}`);
  return blob?.type === 'blob' ? servedText(blob.content).split('\n') : undefined;
};

const between = (lines: readonly string[] | undefined, { first, last }: Suggested): string | undefined =>
  lines === undefined || last > lines.length ? undefined : `${lines.slice(first - 1, last).join('\n')}\n`;

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const idOf = (note: NoteState, { index }: Suggested): number => note.id * maxInNote + index;

/** Applicable while the merge request is open and the lines are unchanged in the branch. */
const suggestionsOf = async ({ repository, request }: Place, note: NoteState): Promise<readonly Suggestion[]> => {
  const suggested = suggestedIn(note);
  const { position } = note;
  const path = position?.newPath;
  if (suggested.length === 0 || position === null || path == null) return [];
  const tip = request.state === 'opened' ? await sourceTip(repository, request) : undefined;
  const before = await linesAt(repository, position.headSha, path);
  const now = tip === undefined ? undefined : await linesAt(repository, tip, path);
  return suggested.map((each) => {
    const from = between(before, each) ?? '';
    const to = textOf(each.lines);
    const applied = note.appliedSuggestions?.includes(each.index) === true;
    return {
      id: idOf(note, each),
      from_line: each.first,
      to_line: each.last,
      appliable: !applied && between(now, each) === from && from !== to,
      applied,
      from_content: from,
      to_content: to,
    };
  });
};

/** Only notes on diffs have suggestions. */
export const withSuggestions = async (place: Place, state: NoteState, record: Note): Promise<Note> =>
  state.type === 'DiffNote' ? { ...record, suggestions: [...(await suggestionsOf(place, state))] } : record;

export const allWithSuggestions = async (
  place: Place,
  { notes }: DiscussionState,
  record: Discussion,
): Promise<Discussion> => ({
  ...record,
  notes: await Promise.all(
    record.notes.map(async (note) => {
      const state = notes.find(({ id }) => id === note.id);
      return state === undefined ? note : withSuggestions(place, state, note);
    }),
  ),
});

interface Located {
  readonly project: ProjectState;
  readonly request: MergeRequestState;
  readonly discussion: DiscussionState;
  readonly note: NoteState;
}

const locate = (visit: RequestContext, noteId: number): Located => {
  for (const project of visit.world.state.projects) {
    for (const discussion of reviewOf(project).discussions) {
      const { subject } = discussion;
      const note = discussion.notes.find(({ id }) => id === noteId);
      const request =
        subject.kind === 'mergeRequest' ? project.mergeRequests.find(({ iid }) => iid === subject.iid) : undefined;
      if (note !== undefined && request !== undefined && canReadCode(visit.world, visit.person, project)) {
        return { project, request, discussion, note };
      }
    }
  }
  throw notFound('Suggestion');
};

/** `shown` is the API record. */
interface Wanted extends Located {
  readonly path: string;
  readonly suggested: Suggested;
  readonly shown: Suggestion;
}

const wanted = async (visit: RequestContext, id: number): Promise<Wanted> => {
  const located = locate(visit, Math.floor(id / maxInNote));
  const { project, request, discussion } = located;
  const place = { repository: visit.world.repository(project), request };
  const { notes } = await movedDiscussion(place, discussion);
  const note = notes.find((each) => each.id === located.note.id) ?? located.note;
  const suggested = suggestedIn(note).find((each) => idOf(note, each) === id);
  const shown = (await suggestionsOf(place, note)).find((each) => each.id === id);
  const path = note.position?.newPath;
  if (suggested === undefined || shown === undefined || path == null) throw notFound('Suggestion');
  return { ...located, path, suggested, shown };
};

/** True when two suggestions share a line. */
const overlap = (all: readonly Wanted[]): boolean =>
  all.some(({ path, suggested: { first, last } }, index) =>
    all
      .slice(index + 1)
      .some((other) => other.path === path && other.suggested.first <= last && first <= other.suggested.last),
  );

/** Applies suggestions bottom-up, so that line numbers stay valid. */
const replaced = (before: readonly string[], all: readonly Wanted[]): string => {
  const lines = [...before];
  for (const { suggested } of all.toSorted((one, other) => other.suggested.first - one.suggested.first)) {
    lines.splice(suggested.first - 1, suggested.last - suggested.first + 1, ...suggested.lines);
  }
  return lines.join('\n');
};

/**
 * Commits suggestions to the source branch, authored by the note's author and committed by the caller, and resolves
 * their threads. Without push permission 403; applied, outdated, ineffective or overlapping ones 400. Like GitLab,
 * returns their state before.
 */
const applyAll = async (
  visit: RequestContext,
  ids: readonly number[],
  message: string | undefined,
): Promise<Suggestion[]> => {
  const person = requireUser(visit);
  const all = await Promise.all([...new Set(ids)].map((id) => wanted(visit, id)));
  const [first] = all;
  if (first === undefined) throw notFound('Suggestion');
  const { project, request } = first;
  if (!canPushToSource(visit.world, person, project, request)) throw forbidden();
  if (all.some((each) => each.request !== request)) throw refusal(400, 'Suggestions must all be on the same branch.');
  const repository = visit.world.repository(project);
  const tip = await sourceTip(repository, request);
  if (tip === undefined || all.some(({ shown }) => shown.appliable !== true)) {
    throw refusal(400, 'A suggestion is not applicable.');
  }
  if (overlap(all)) throw refusal(400, 'Suggestions are not applicable as their lines cannot overlap.');
  const paths = [...new Set(all.map(({ path }) => path))];
  const actions = await Promise.all(
    paths.map(async (path) => {
      const ofFile = all.filter((each) => each.path === path);
      const content = replaced((await linesAt(repository, tip, path)) ?? [], ofFile);
      return { action: 'update', file_path: path, content } as const;
    }),
  );
  const before = (await readCommit(repository, tip)).tree;
  const isOfOne = all.every(({ note }) => note.authorId === first.note.authorId);
  const author = (isOfOne && visit.world.state.people.find(({ id }) => id === first.note.authorId)) || person;
  const now = { seconds: Math.floor(visit.now().getTime() / 1000), offset: '+0000' };
  const sha = await writeCommit(repository, {
    tree: await treeAfterActions({ repository, tree: before, commit: tip }, actions),
    parents: [tip],
    author: identLine({ name: author.name, email: author.email, ...now }),
    committer: identLine({ name: person.name, email: person.email, ...now }),
    message: message ?? `Apply ${all.length} suggestion(s) to ${paths.length} file(s)`,
  });
  const source = sourceRepository(repository, request) ?? repository;
  await bring(source, repository, sha);
  if (!(await moveBranch(source, request.sourceBranch, sha, tip))) {
    throw refusal(400, 'A file has been changed.');
  }
  await changeReview(visit.world, { project, now: visit.now() }, (review, { at }) => {
    const after = all.reduce((changed, { discussion, note, suggested }) => {
      const current = changed.discussions.find((each) => each.id === discussion.id) ?? discussion;
      const notes = current.notes.map((each) =>
        each.id === note.id
          ? { ...each, appliedSuggestions: [...(each.appliedSuggestions ?? []), suggested.index] }
          : each,
      );
      return withDiscussion(changed, withResolution({ ...current, notes }, person.id, at));
    }, review);
    return [after, undefined];
  });
  return all.map(({ shown }) => shown);
};

/** MR24. */
export const handleApplySuggestion: Handler<typeof applySuggestion> = async (visit) => {
  const [shown] = await applyAll(visit, [Number(visit.path['id'])], visit.parameters().commit_message);
  if (shown === undefined) throw notFound('Suggestion');
  return ok(shown);
};

/** MR25. */
export const handleApplySuggestions: Handler<typeof applySuggestions> = async (visit) => {
  const { ids, commit_message: message } = visit.parameters();
  return ok(await applyAll(visit, ids, message));
};
