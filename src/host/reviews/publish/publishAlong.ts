import * as vscode from '../../vscode.ts';
import type { Verdict } from '../../../messages/review.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { Along } from '../../../model/reviews/publish.ts';
import { findSummary, type SentSummary } from '../../../model/reviews/publishVerdict.ts';
import { isQuickActionsOnly } from '../../../model/reviews/quickActions.ts';
import { notSent, reported, summaryOutcome } from './publishOutcomes.ts';
import type { KeptOutcome } from './publishReports.ts';
import { reasonRefused } from '../drafts/send.ts';
import type { Summaries } from './summaries.ts';

interface Finish {
  readonly hasDrafts: boolean;
  readonly summary: string;
  readonly internal: boolean;
  readonly verdict: Verdict;
  readonly webUrl: string;
}

/** Reviewer state; the API sets it only when publishing all drafts in bulk. */
export const stateOf = (verdict: Verdict): 'requested_changes' | 'reviewed' | undefined =>
  verdict === 'requestChanges' ? 'requested_changes' : verdict === 'reviewed' ? 'reviewed' : undefined;

/** Summary and verdict, sent with the bulk publish request. */
export interface SentAlong {
  readonly along: Along;
  /** Outcome of the summary; undefined if the request didn't include it. Never throws. */
  readonly summary: () => Promise<KeptOutcome | undefined>;
  /** Outcome of the verdict; undefined if nothing was sent. */
  readonly verdict: () => KeptOutcome | undefined;
}

/** Adds summary and verdict to the bulk publish request; undefined without either. */
export const sendAlong = (
  place: ReviewPlace,
  { hasDrafts, summary, internal, verdict, webUrl }: Finish,
  { summaries, userId }: { readonly summaries: Summaries; readonly userId: number },
): SentAlong | undefined => {
  const { t } = vscode.l10n;
  const state = stateOf(verdict);
  // separate requests: without drafts; after a lost response, to check the server first; for quick actions only, which make
  // the server refuse the whole request
  const isAlone = !hasDrafts || isQuickActionsOnly(summary);
  const note = isAlone || summary.trim() === '' || summaries.sent(place) ? undefined : summary;
  if (note === undefined && state === undefined) return undefined;
  let sent: SentSummary | undefined;
  let end: { readonly how: Parameters<Along['ended']>[0]; readonly cause: unknown } | undefined;
  return {
    along: {
      parameters: {
        ...(note === undefined ? {} : { note, ...(internal ? { internal } : {}) }),
        ...(state === undefined ? {} : { reviewer_state: state }),
      },
      async begun(noteId) {
        if (note === undefined) return;
        sent = { text: note, noteId };
        await summaries.begun(place, sent);
      },
      ended(how, cause) {
        end = { how, cause };
      },
    },
    async summary() {
      if (sent === undefined || end === undefined) return undefined;
      const { how, cause } = end;
      const { text } = sent;
      if (how === 'notSent') {
        await summaries.settled(place);
        return reported(t('Summary'), text, 'bad', t('Not sent. {0} It is still below.', reasonRefused(cause)));
      }
      try {
        const found = await findSummary(place, sent, { userId });
        const isDone = found !== undefined || (how === 'taken' && isQuickActionsOnly(text));
        if (isDone) await summaries.taken(place, text);
        if (found) {
          const confirmed = how === 'taken' ? 'answered' : 'found';
          return summaryOutcome({ kind: 'done', value: { noteId: found.id }, confirmed }, text, webUrl);
        }
        if (isDone) return summaryOutcome({ kind: 'carriedOut' }, text, webUrl);
        if (how === 'unclear') return summaryOutcome({ kind: 'notDone', cause }, text, webUrl);
        const words = t(
          'The server accepted it, but the comment is missing. The text is still below; the server is checked before you send it again.',
        );
        return reported(t('Summary'), text, 'warning', words);
      } catch (error) {
        return summaryOutcome({ kind: 'unknown', cause: error }, text, webUrl);
      }
    },
    verdict() {
      if (state === undefined || end === undefined) return undefined;
      if (end.how === 'notSent') return notSent(t('Review'), '');
      if (end.how === 'unclear') {
        return reported(t('Review'), '', 'bad', t('The server did not confirm it. Check the merge request.'));
      }
      const words = state === 'reviewed' ? t('Marked as reviewed.') : t('Changes requested.');
      return reported(t('Review'), '', 'good', words);
    },
  };
};

/** Outcome of a verdict that needs a bulk publish. */
export const verdictLeft = (): KeptOutcome => {
  const { t } = vscode.l10n;
  const words = t('Not sent: since GitLab 18.0, the server accepts it only together with all your drafts.');
  return reported(t('Review'), '', 'warning', words);
};
