import { refNameProblem, type RefNameProblem } from '../../wire/refName.ts';
import { blobHash, hasCarriageReturns, pathBefore } from './action.ts';
import type { FileAction } from './fileAction.ts';
import type { Seen } from './check.ts';
import { type CommitDraft, requestBytes, acceptedAction } from './draft.ts';
import { pathsOf } from './paths.ts';
import { maxRequestBytes } from './workingTree.ts';

export type Problem = {
  readonly level: 'blocks' | 'warns';
  /** Undefined for the whole draft. */
  readonly path: string | undefined;
} & (
  | { readonly kind: 'nothing' | 'noMessage' | 'noBranch' | 'badAuthor' }
  | { readonly kind: 'badBranchName'; readonly why: RefNameProblem }
  | { readonly kind: 'branchExists' | 'branchMissing' | 'startMissing' | 'firstCommit' }
  | { readonly kind: 'overwrites'; readonly count: number; readonly isMore: boolean }
  | { readonly kind: 'tooLarge' | 'large'; readonly bytes: number }
  | { readonly kind: 'badPath' | 'twice' | 'fileMissing' | 'sameAsServer' | 'lineEnds' | 'targetTaken' }
  /** Accepting overwrites the server's version. */
  | { readonly kind: 'fileExists' | 'fileChanged'; readonly isAccepted: boolean }
);

/** Rate limited by newer servers. */
export const largeRequestBytes = 20 * 1024 * 1024;

/** Blocking ones first. */
export const problemsOf = (draft: CommitDraft, seen: Seen): readonly Problem[] => {
  const all = [
    ...formProblems(draft),
    ...branchProblems(draft, seen),
    ...draft.actions.flatMap(fileProblems(draft, seen)),
  ];
  const isNothingNew = draft.actions.length > 0 && draft.actions.every((action) => isSame(draft, seen, action));
  if (isNothingNew) all.unshift(whole('blocks', 'nothing'));
  return [...all.filter(({ level }) => level === 'blocks'), ...all.filter(({ level }) => level === 'warns')];
};

const whole = <
  K extends
    | 'nothing'
    | 'noMessage'
    | 'noBranch'
    | 'badAuthor'
    | 'branchExists'
    | 'branchMissing'
    | 'startMissing'
    | 'firstCommit',
>(
  level: Problem['level'],
  kind: K,
): Problem => ({ level, path: undefined, kind });

const formProblems = (draft: CommitDraft): readonly Problem[] => {
  const { branch, message, author, actions } = draft;
  const badName = branch === '' ? undefined : refNameProblem(branch);
  const bytes = requestBytes(draft);
  return [
    ...(actions.length === 0 ? [whole('blocks', 'nothing')] : []),
    ...(branch === '' ? [whole('blocks', 'noBranch')] : []),
    ...(badName === undefined
      ? []
      : [{ level: 'blocks', path: undefined, kind: 'badBranchName', why: badName } as const]),
    ...(message.trim() === '' ? [whole('blocks', 'noMessage')] : []),
    ...(author !== undefined && isBadAuthor(author) ? [whole('blocks', 'badAuthor')] : []),
    ...(bytes > maxRequestBytes ? [{ level: 'blocks', path: undefined, kind: 'tooLarge', bytes } as const] : []),
    ...(bytes > largeRequestBytes && bytes <= maxRequestBytes
      ? [{ level: 'warns', path: undefined, kind: 'large', bytes } as const]
      : []),
  ];
};

const isBadAuthor = ({ name, email }: { readonly name: string; readonly email: string }): boolean =>
  name.trim() === '' || !/^[^\s@<>]+@[^\s@<>]+$/.test(email.trim()) || /[<>\n]/.test(name);

const branchProblems = (draft: CommitDraft, seen: Seen): readonly Problem[] => {
  if (draft.branch === '') return [];
  if (draft.start === undefined) {
    if (seen.branch !== undefined) return [];
    return [seen.isEmpty ? whole('warns', 'firstCommit') : whole('blocks', 'branchMissing')];
  }
  if (seen.base === undefined) return [whole('blocks', 'startMissing')];
  if (seen.branch === undefined) return [];
  if (!draft.force) return [whole('blocks', 'branchExists')];
  return [{ level: 'warns', path: undefined, kind: 'overwrites', count: seen.lost.length, isMore: seen.lostMore }];
};

const isBadPath = (path: string): boolean =>
  path === '' || path.split('/').some((part) => ['', '.', '..', '.git'].includes(part.toLowerCase()));

const fileProblems =
  (draft: CommitDraft, seen: Seen) =>
  (action: FileAction): readonly Problem[] => {
    const { path } = action;
    const isAccepted = draft.accepted.includes(path);
    const problem = (
      level: Problem['level'],
      kind: 'badPath' | 'twice' | 'fileMissing' | 'sameAsServer' | 'lineEnds' | 'targetTaken',
    ): Problem => ({ level, path, kind });
    if (isBadPath(path) || (action.previousPath !== undefined && isBadPath(action.previousPath))) {
      return [problem('blocks', 'badPath')];
    }
    if (pathsOf(draft.actions).contested.has(path)) return [problem('blocks', 'twice')];
    // unknown without a base
    if (seen.base === undefined && !seen.isEmpty) return [];
    const accepted = acceptedAction(action, seen.files, draft.accepted);
    const found: Problem[] = [];
    const before = pathBefore(accepted);
    const there = before === undefined ? undefined : seen.files.get(before);
    if (action.kind === 'create' && seen.files.has(path) && !frees(draft, path)) {
      found.push({ level: isAccepted ? 'warns' : 'blocks', path, kind: 'fileExists', isAccepted });
    } else if (before !== undefined && there === undefined) {
      found.push(problem('blocks', 'fileMissing'));
    } else if (
      there !== undefined &&
      action.base !== undefined &&
      action.base !== there.blob &&
      !isSame(draft, seen, action)
    ) {
      found.push({ level: isAccepted ? 'warns' : 'blocks', path, kind: 'fileChanged', isAccepted });
    }
    if (accepted.kind === 'move' && seen.files.has(path) && !frees(draft, path)) {
      found.push(problem('blocks', 'targetTaken'));
    }
    if (isSame(draft, seen, action)) found.push(problem('warns', 'sameAsServer'));
    if (action.content !== undefined && hasCarriageReturns(action.content)) found.push(problem('warns', 'lineEnds'));
    return found;
  };

const frees = ({ actions }: CommitDraft, path: string): boolean => pathsOf(actions).freed.has(path);

const isSame = (draft: CommitDraft, seen: Seen, action: FileAction): boolean => {
  const { kind, path, content, executable } = action;
  const there = seen.files.get(path);
  if (there === undefined || kind === 'delete' || kind === 'move' || frees(draft, path)) return false;
  const isSameMode = executable === undefined ? kind !== 'chmod' : there.executable === executable;
  return isSameMode && (content === undefined || blobHash(content, there.blob) === there.blob);
};

/** Without {@link isSame} ones. */
export const effective = (draft: CommitDraft, seen: Seen): readonly FileAction[] =>
  draft.actions.filter((action) => !isSame(draft, seen, action));
