import * as vscode from 'vscode';
import { signatureTrust } from '../../model/signature.ts';
import type { Commit } from '../../wire/commits.ts';
import { explain } from '../explain.ts';
import { moment, shortSha } from '../format.ts';
import type { CommitDetails, CommitPlace } from './details.ts';
import { pipelineWords } from './pipelineState.ts';

const longestMessage = 2_000;

/** The tooltip of a commit: message, people, statistics, pipeline and signature. Everything from the server is text. */
export const commitTooltip = async (
  commit: Commit,
  place: CommitPlace,
  details: CommitDetails,
  token: vscode.CancellationToken,
): Promise<vscode.MarkdownString> => {
  const abort = new AbortController();
  const subscription = token.onCancellationRequested(() => abort.abort());
  const [facts, signature] = await Promise.all([
    factsOf(place, details, abort.signal),
    signatureWords(place, details, abort.signal),
  ]);
  subscription.dispose();
  const text = new vscode.MarkdownString(undefined, true);
  text.appendText(commit.message.slice(0, longestMessage).trimEnd());
  text.appendMarkdown('\n\n---\n\n$(person) ').appendText(`${commit.author_name} <${commit.author_email}>`);
  text.appendMarkdown('\n\n$(history) ').appendText(moment(commit.authored_date ?? commit.created_at));
  text.appendMarkdown('\n\n$(git-commit) ').appendText([shortSha(commit.id), ...facts].join(' · '));
  text.appendMarkdown('\n\n$(shield) ').appendText(signature);
  return text;
};

const factsOf = async (place: CommitPlace, details: CommitDetails, signal: AbortSignal): Promise<string[]> => {
  try {
    const { stats, status } = await details.read(place, { signal });
    return [...(stats ? [`+${stats.additions} −${stats.deletions}`] : []), pipelineWords(status)];
  } catch (error) {
    return [explain(error)];
  }
};

const signatureWords = async (place: CommitPlace, details: CommitDetails, signal: AbortSignal): Promise<string> => {
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
