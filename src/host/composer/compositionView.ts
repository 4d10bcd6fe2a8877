import * as vscode from '../vscode.ts';
import type { ComposedFileView, ComposerNoticeView, ComposerView } from '../../messages/composer.ts';
import { type CommitDraft, requestBytes } from '../../model/composer/draft.ts';
import { type Problem, problemsOf } from '../../model/composer/problems.ts';
import { explain } from '../kit/words/explain.ts';
import { basename, projectAndAccount, shortSha, visible } from '../kit/words/format.ts';
import { pushSentence } from '../kit/words/rightsMessages.ts';
import type { Entry } from './entries.ts';
import type { CompositionFacts } from './facts.ts';
import { factsOf, fileNotice, leftOutMessage, summaryMessage, wholeNotice } from './messages.ts';

/** `sendable`: the draft without what the server already has. */
export const compositionView = (facts: CompositionFacts, sendable: CommitDraft, server: string): ComposerView => {
  const { open, saved, entries, draft, seen, state, done } = facts;
  const problems = seen === undefined ? [] : problemsOf(draft, seen);
  const files = entries.map((entry) => fileView(facts, entry, problems));
  const notices = [...failureNotice(facts), ...rightsNotice(facts), ...wholeNotices(facts, problems)];
  const sent = new Set(sendable.actions.map(({ path }) => path));
  const isSent = ({ path, isIncluded }: ComposedFileView): boolean => isIncluded && sent.has(path);
  const blocked = problems.find(({ level }) => level === 'blocks');
  return {
    server,
    project: projectAndAccount(open),
    source: sourceMessage(facts),
    target: {
      branch: saved.branch,
      words: targetMessage(facts),
      start: startMessage(saved.start),
      startProject: saved.startProject?.path,
    },
    message: facts.message,
    author: saved.author,
    me: open.account.name,
    force: saved.force,
    stats: saved.stats,
    files,
    leftOut: (facts.local?.leftOut ?? []).map((left) => ({ path: left.path, why: leftOutMessage(left) })),
    notices,
    summary: summaryMessage(files.filter(isSent), requestBytes(sendable)),
    state,
    progress: facts.progress,
    whyNot: whyNot(facts, blocked, notices),
    done: done && {
      shortSha: shortSha(done.commit.id),
      title: done.commit.title,
      words: done.words,
      canFollow: done.canFollow,
      canRequest: saved.branch !== open.project.default_branch,
      followed: done.followed,
    },
  };
};

const sourceMessage = ({ saved }: CompositionFacts): string | undefined => {
  const { t } = vscode.l10n;
  const { kind, root, paths = [] } = saved.source;
  const folder = root === undefined ? '' : basename(vscode.Uri.parse(root).path);
  switch (kind) {
    case 'staged':
      return t('Staged changes of {0}', folder);
    case 'all':
      return t('All changes of {0}, with untracked files', folder);
    case 'files':
      return paths.length === 1
        ? t('Changes of {0}', visible(paths[0] ?? ''))
        : t('Changes of {0} chosen files and folders', paths.length);
    case 'hand':
      return undefined;
  }
};

const targetMessage = ({ saved, seen }: CompositionFacts): string => {
  const { t } = vscode.l10n;
  if (seen === undefined || saved.branch === '') return '';
  if (saved.start === undefined) {
    if (seen.branch === undefined) return '';
    return visible(t('on top of {0} {1}', shortSha(seen.branch.commit.id), seen.branch.commit.title));
  }
  if (seen.branch === undefined) return t('will be created');
  return saved.force ? t('will be overwritten') : t('already exists');
};

const startMessage = (start: CompositionFacts['saved']['start']): string | undefined =>
  start === undefined ? undefined : start.kind === 'branch' ? start.name : shortSha(start.sha);

const fileView = ({ saved, seen }: CompositionFacts, entry: Entry, problems: readonly Problem[]): ComposedFileView => {
  const { action, additions, deletions, filter, isByHand } = entry;
  const { path, previousPath, kind } = action;
  const isIncluded = !saved.excluded.includes(path);
  const isThere = seen?.files.has(previousPath ?? path) === true;
  return {
    path,
    previousPath: kind === 'move' ? previousPath : undefined,
    kind,
    additions,
    deletions,
    facts: factsOf(action, filter),
    isIncluded,
    hasDiff: kind !== 'chmod' && (action.content !== undefined || isThere),
    isByHand,
    notices: isIncluded
      ? problems.filter((problem) => problem.path === path).map((problem) => fileNotice(problem, action))
      : [],
  };
};

const wholeNotices = ({ draft, seen }: CompositionFacts, problems: readonly Problem[]): readonly ComposerNoticeView[] =>
  seen === undefined
    ? []
    : problems.filter(({ path }) => path === undefined).map((problem) => wholeNotice(problem, draft, seen));

const failureNotice = ({ failure, local, saved }: CompositionFacts): readonly ComposerNoticeView[] => {
  const { t } = vscode.l10n;
  if (failure === undefined) return [];
  const isRead = saved.source.kind === 'hand' || local !== undefined;
  const what = isRead ? t('The check on the server failed.') : t('The changes could not be read.');
  return [
    {
      level: 'blocks',
      text: `${what} ${explain(failure)}`,
      lines: [],
      remedy: { label: t('Try Again'), does: isRead ? 'check' : 'read' },
    },
  ];
};

/** Also reports an unknown permission. */
const rightsNotice = ({ rights, saved }: CompositionFacts): readonly ComposerNoticeView[] => {
  if (rights === undefined || saved.branch === '') return [];
  const { push } = rights.rights;
  if (push.verdict === 'yes') return [];
  const { t } = vscode.l10n;
  const text =
    push.verdict === 'no'
      ? t('{0} The server will probably refuse the commit.', pushSentence(rights.rights))
      : pushSentence(rights.rights);
  const remedy = { label: t('Choose Branch…'), does: 'chooseBranch' } as const;
  return [{ level: push.verdict === 'no' ? 'warns' : 'says', text, lines: [], remedy }];
};

const whyNot = (
  { seen, state, failure, draft }: CompositionFacts,
  blocked: Problem | undefined,
  notices: readonly ComposerNoticeView[],
): string | undefined => {
  const { t } = vscode.l10n;
  if (state === 'done') return t('The commit has been created.');
  if (state === 'sending') return t('Sending the commit…');
  if (failure !== undefined) return notices[0]?.text;
  if (seen === undefined || state !== 'ready') return t('Waiting for the server…');
  if (blocked === undefined) return undefined;
  if (blocked.path === undefined) return wholeNotice(blocked, draft, seen).text;
  return t('{0}: choose what to do with this file first.', visible(blocked.path));
};
