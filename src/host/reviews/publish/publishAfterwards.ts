import * as vscode from '../../vscode.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import { lookForPublished, type PublishedDraft } from '../../../model/reviews/publish.ts';
import { findApproval, findSummary } from '../../../model/reviews/publishVerdict.ts';
import type { BegunPublication } from './publishJournal.ts';
import { draftOutcome, reported, summaryOutcome } from './publishOutcomes.ts';
import type { KeptOutcome } from './publishReports.ts';
import type { Summaries } from './summaries.ts';

/** Lookup of an interrupted publication. */
interface Search {
  /** Undefined when only a summary's response was lost. */
  readonly begun: BegunPublication | undefined;
  readonly summaries: Summaries;
  readonly userId: number;
  readonly webUrl: string;
  readonly settle: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** Finds the outcome of each planned write. Read-only; throws on failure. */
export const lookForBegun = async (
  place: ReviewPlace,
  { begun, summaries, userId, webUrl, settle, signal }: Search,
): Promise<{ readonly published: readonly PublishedDraft[]; readonly outcomes: readonly KeptOutcome[] }> => {
  const published = begun ? await lookForPublished(place, begun, { signal, settle }) : [];
  const sent = summaries.sent(place);
  const summary = sent && (await findSummary(place, sent, { userId, signal }));
  const isApproved =
    begun?.approves === true && (await findApproval(place, { userId, noteId: begun.noteId, signal })) !== undefined;
  const outcomes = published.map((one) => draftOutcome(one, webUrl));
  if (sent && summary) {
    const value = { noteId: summary.id };
    outcomes.push(summaryOutcome({ kind: 'done', value, confirmed: 'found' }, sent.text, webUrl));
    await summaries.taken(place, sent.text);
  } else if (begun?.hasSummary === true) outcomes.push(summaryLeft(summaries.text(place)));
  if (begun?.approves === true) outcomes.push(approvalSeen(isApproved));
  if (begun?.hasState === true) outcomes.push(stateUnseen());
  return { published, outcomes };
};

const summaryLeft = (text: string): KeptOutcome => {
  const { t } = vscode.l10n;
  const words = t(
    'Not confirmed: the window closed before the comment appeared. The text is still below; the server is checked before you send it again.',
  );
  return reported(t('Summary'), text, 'warning', words);
};

const stateUnseen = (): KeptOutcome => {
  const { t } = vscode.l10n;
  const words = t('The window closed before the server confirmed it. Check the merge request.');
  return reported(t('Review'), '', 'warning', words);
};

const approvalSeen = (isApproved: boolean): KeptOutcome => {
  const { t } = vscode.l10n;
  if (isApproved) return reported(t('Approval'), '', 'good', t('Approved.'));
  const words = t('The window closed before the server confirmed the approval. Check the merge request.');
  return reported(t('Approval'), '', 'warning', words);
};
