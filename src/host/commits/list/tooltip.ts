import * as vscode from '../../vscode.ts';
import type { CommitFilter } from '../../../model/commits/commitFilter.ts';
import type { CommitLine } from '../../../model/commits/commitLine.ts';
import { signatureTrust } from '../../../model/commits/signature.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import { explain } from '../../kit/words/explain.ts';
import { moment, shortSha } from '../../kit/words/format.ts';
import type { CommitDetails, CommitPlace } from '../details.ts';
import type { CommitFacts } from '../commitPage/facts.ts';
import type { ListedCommits } from './listedCommits.ts';
import { pipelineMessage } from '../../kit/words/pipelineState.ts';

const maxMessage = 2_000;
const maxNames = 8;

interface Sources {
  readonly details: CommitDetails;
  readonly facts: CommitFacts;
  /** Batched source for commits not read yet. */
  readonly listed?: ListedCommits;
  readonly filter?: CommitFilter;
}

/** Tooltip of a commit. Each part reports its own failure; server text is never read as Markdown. */
export const commitTooltip = async (
  commit: CommitLine,
  place: CommitPlace,
  sources: Sources,
  token: vscode.CancellationToken,
): Promise<vscode.MarkdownString> => {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  const [head, signature, refs, mergeRequests] = await Promise.all([
    headOf(commit, place, sources, abort.signal),
    signatureMessage(place, sources.details, abort.signal),
    refMessage(place, sources.facts, abort.signal),
    mergeRequestMessage(place, sources.facts, abort.signal),
  ]);
  subscription.dispose();
  const text = new vscode.MarkdownString(undefined, true);
  text.appendText(head.message.slice(0, maxMessage).trimEnd());
  text.appendMarkdown('\n\n---\n\n$(person) ').appendText(head.author);
  text.appendMarkdown('\n\n$(history) ').appendText(moment(head.date));
  text.appendMarkdown('\n\n$(git-commit) ').appendText([shortSha(commit.id), ...head.facts].join(' · '));
  appendPipeline(text, head.pipeline);
  text.appendMarkdown('\n\n$(shield) ').appendText(signature);
  text.appendMarkdown('\n\n$(git-branch) ').appendText(refs);
  text.appendMarkdown('\n\n$(git-pull-request) ').appendText(mergeRequests);
  return text;
};

interface Head {
  readonly message: string;
  readonly author: string;
  readonly date: string;
  readonly facts: readonly string[];
  readonly pipeline: CommitDetail | 'notRead' | 'unknown';
}

/** Falls back to the row's data with the error. */
const headOf = async (
  commit: CommitLine,
  place: CommitPlace,
  { details, listed, filter = {} }: Sources,
  signal: AbortSignal,
): Promise<Head> => {
  try {
    const inList = details.known(place) ? undefined : await listed?.read(place, filter, signal);
    const detail = inList ?? (await details.read(place, { signal }));
    const { message, author_name, author_email, authored_date, created_at, stats } = detail;
    return {
      message,
      author: `${author_name} <${author_email}>`,
      date: authored_date ?? created_at,
      facts: stats ? [`+${stats.additions} −${stats.deletions}`] : [],
      pipeline: detail === inList ? 'notRead' : detail,
    };
  } catch (error) {
    const { title: message, author_name: author, created_at: date } = commit;
    return { message, author, date, facts: [explain(error)], pipeline: 'unknown' };
  }
};

/** Status and ref of the last pipeline, with a link. */
const appendPipeline = (text: vscode.MarkdownString, pipeline: Head['pipeline']): void => {
  if (pipeline === 'unknown') return;
  text.appendMarkdown('\n\n$(play-circle) ');
  if (pipeline === 'notRead') {
    text.appendText(vscode.l10n.t('pipeline: not read, as the setting is off'));
    return;
  }
  const { last_pipeline: last, status } = pipeline;
  text.appendText([pipelineMessage(last?.status ?? status), ...(last?.ref ? [last.ref] : [])].join(' · '));
  if (!last) return;
  const isPage = /^https?:\/\//i.test(last.web_url ?? '');
  if (isPage) text.appendMarkdown(` · [#${last.id}](<${vscode.Uri.parse(last.web_url ?? '').toString()}>)`);
  else text.appendText(` · #${last.id}`);
};

const signatureMessage = async (place: CommitPlace, details: CommitDetails, signal: AbortSignal): Promise<string> => {
  const { t } = vscode.l10n;
  try {
    const signature = await details.signature(place, { signal });
    if (signature === 'unsigned') return t('not signed');
    return signatureTrust(signature) === 'verified'
      ? t('{0} signature, verified', signature.signature_type)
      : t('{0} signature, not verified ({1})', signature.signature_type, signature.verification_status);
  } catch (error) {
    return t('signature unknown: {0}', explain(error));
  }
};

const refMessage = async (place: CommitPlace, facts: CommitFacts, signal: AbortSignal): Promise<string> => {
  const { t } = vscode.l10n;
  try {
    const { items, more } = await facts.refs(place, signal);
    if (items.length === 0) return t('in no branch and no tag');
    return t(
      'in {0}',
      listed(
        items.map(({ name, type }) => (type === 'tag' ? t('tag {0}', name) : name)),
        more,
      ),
    );
  } catch (error) {
    return t('branches unknown: {0}', explain(error));
  }
};

const mergeRequestMessage = async (place: CommitPlace, facts: CommitFacts, signal: AbortSignal): Promise<string> => {
  const { t } = vscode.l10n;
  try {
    const { items, more } = await facts.mergeRequests(place, signal);
    if (items.length === 0) return t('no merge request');
    return listed(
      items.map(({ iid, title, state }) => `!${iid} ${title} (${state})`),
      more,
    );
  } catch (error) {
    return t('merge requests unknown: {0}', explain(error));
  }
};

const listed = (names: readonly string[], more: boolean): string => {
  const left = names.length - maxNames;
  if (left <= 0 && !more) return names.join(', ');
  const first = names.slice(0, maxNames).join(', ');
  return more ? vscode.l10n.t('{0} and more', first) : vscode.l10n.t('{0} and {1} more', first, left);
};
