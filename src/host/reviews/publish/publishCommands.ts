import * as vscode from '../../vscode.ts';
import { mayWrite } from '../../../model/account.ts';
import { placeKey } from '../../../model/reviews/drafts.ts';
import type { ReviewSnapshot } from '../../../model/reviews/reconcile.ts';
import { type Found, isBlocked, preflight, type Preflight } from '../../../model/reviews/preflight.ts';
import { type ReviewContext, ReviewContexts } from '../../../model/reviews/preflightRead.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { ReviewsArea } from '../area.ts';
import type { CommandTable } from '../../kit/commands.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { ReviewComment } from '../threads/comments.ts';
import { orderedDrafts, wholePlace } from '../page/pageView.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { publishNow } from './publishNow.ts';
import { findingMessage, reviewFindingMessage } from './checkMessages.ts';
import type { DraftItem, UnsentItem } from '../view/rows.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import { reviewSubject } from '../chooseReview.ts';

/** A review with its preflight findings. */
interface Checked {
  readonly subject: ReviewSubject;
  readonly review: ReviewSnapshot;
  readonly context: ReviewContext;
  readonly found: Preflight;
  /** In the order of the diff. */
  readonly drafts: readonly DraftNote[];
}

/** Opens the review page, at the draft in `argument` if any. */
const openPage = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const title = vscode.l10n.t('Submit the review of which merge request?');
  const subject = await subjectOf(area, argument, title);
  const draft = draftOf(argument);
  if (subject) area.mergeRequestPages.showReview(subject, draft && { type: 'reveal', id: draft.id });
};

/** The focused page's merge request, or as for other review commands. */
const subjectOf = async (area: ReviewsArea, argument: unknown, title: string): Promise<ReviewSubject | undefined> =>
  (argument === undefined ? area.mergeRequestPages.focused?.subject : undefined) ??
  reviewSubject(area, argument, title);

const draftOf = (argument: unknown): DraftNote | undefined => {
  const given = argument as DraftItem | UnsentItem | ReviewComment | undefined;
  if (given === undefined || typeof given !== 'object') return undefined;
  if ('subject' in given) return given.subject.kind === 'draft' ? given.subject.draft : undefined;
  return 'kind' in given && given.kind === 'draft' ? given.draft : undefined;
};

/** Reads and checks a review, with cancellable progress. Shows a message if there are no drafts. */
const check = async (area: ReviewsArea, subject: ReviewSubject): Promise<Checked | undefined> => {
  const place = placeOfReview(subject);
  const store = area.reviews.stores.of(place);
  return cancellable(vscode.l10n.t('Checking the drafts of !{0}…', place.iid), async (signal) => {
    await store.load();
    if (store.state.phase !== 'ready') throw store.state.error;
    const review = { drafts: store.drafts, discussions: store.discussions };
    const context = await new ReviewContexts(area.reviews.changes).read(place, review, signal);
    const { account, project } = subject.open;
    const found = preflight({
      ...review,
      ...context,
      isArchived: project.archived === true,
      mayWrite: mayWrite(account),
    });
    const drafts = orderedDrafts(review, context);
    if (drafts.length > 0) return { subject, review, context, found, drafts };
    const { iid, title } = subject.request;
    void vscode.window.showInformationMessage(vscode.l10n.t('You have no drafts on !{0} “{1}”.', iid, title));
    return undefined;
  });
};

/** Asks, then publishes one draft: the command's, or one the user chooses. */
const publishOne = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await subjectOf(area, argument, t('Publish a draft of which merge request?'));
  const checked = subject && (await check(area, subject));
  if (!checked) return;
  const given = draftOf(argument);
  const draft = given
    ? checked.drafts.find(({ id }) => id === given.id)
    : await pickDraft(checked, t('Publish which draft?'));
  if (draft === undefined) {
    if (given) void vscode.window.showInformationMessage(t('The draft has been published or deleted.'));
    return;
  }
  const findings = checked.found.drafts.get(draft.id) ?? [];
  if (isBlocked(checked.found, draft)) {
    const why = [...reasonsOf(checked.found, 'blocker'), ...wordsOf(findings, 'blocker')].join(' ');
    void vscode.window.showWarningMessage(t('This draft cannot be published. {0}', why));
    return;
  }
  const warnings = [...reasonsOf(checked.found, 'warning'), ...wordsOf(findings, 'warning')];
  const detail = [draft.note.slice(0, 500), ...warnings.map((words) => `⚠ ${words}`)].join('\n\n');
  const yes = t('Publish');
  const question = t('Publish this draft ({0})?', wholePlace(draft, checked.review.discussions));
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
  await publish(area, checked, [draft]);
};

/** Asks with the findings, then publishes all drafts that aren't blocked. */
const publishAll = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { many, t } = vscode.l10n;
  const subject = await subjectOf(area, argument, t('Publish all drafts of which merge request?'));
  if (!subject) return;
  if (area.mergeRequestPages.find(placeKey(placeOfReview(subject)))) {
    // the page includes summary and verdict
    area.mergeRequestPages.showReview(subject, { type: 'askPublishAll' });
    return;
  }
  const checked = await check(area, subject);
  if (!checked) return;
  const drafts = checked.drafts.filter((draft) => !isBlocked(checked.found, draft));
  const rest = checked.drafts.length - drafts.length;
  const review = t('Open Review');
  if (drafts.length === 0) {
    const words = [
      rest === 1 ? t('Your draft cannot be published.') : t('None of your {0} drafts can be published.', rest),
      ...reasonsOf(checked.found, 'blocker'),
    ].join(' ');
    if ((await vscode.window.showWarningMessage(words, review)) === review) area.mergeRequestPages.showReview(subject);
    return;
  }
  const warned = drafts.filter(({ id }) =>
    checked.found.drafts.get(id)?.some(({ severity }) => severity === 'warning'),
  );
  const detail = [
    ...reasonsOf(checked.found, 'warning'),
    ...(warned.length > 0 ? [t('{0} with warnings. See the review.', warned.length)] : []),
    ...(rest > 0 ? [t('{0} can’t be published and will stay drafts.', rest)] : []),
  ].join('\n');
  const yes = t('Publish {0}', drafts.length);
  const { iid, title } = subject.request;
  const question = many(
    drafts.length,
    'Publish {0} draft to !{1} “{2}”?',
    'Publish {0} drafts to !{1} “{2}”?',
    String(iid),
    title,
  );
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes, review);
  if (answer === review) area.mergeRequestPages.showReview(subject);
  if (answer === yes) await publish(area, checked, drafts);
};

const publish = (area: ReviewsArea, checked: Checked, drafts: readonly DraftNote[]): Promise<void> => {
  const { subject, context, review } = checked;
  const headSha = context.files.kind === 'ready' ? context.files.version.headSha : undefined;
  return publishNow(area, subject, { drafts, threads: review.discussions, verdict: 'none', headSha });
};

const wordsOf = (findings: readonly Found[], severity: Found['severity']): readonly string[] =>
  findings.filter((found) => found.severity === severity).map(({ kind, anchor }) => findingMessage(kind, anchor));

const reasonsOf = ({ review }: Preflight, severity: Found['severity']): readonly string[] =>
  review.filter((found) => found.severity === severity).map(({ kind }) => reviewFindingMessage(kind));

const pickDraft = async (checked: Checked, title: string): Promise<DraftNote | undefined> => {
  if (checked.drafts.length === 1) return checked.drafts[0];
  const items = checked.drafts.map((draft) => ({
    label: visibleLabel(noteTitle(draft.note)),
    description: visibleLabel(wholePlace(draft, checked.review.discussions)),
    draft,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.draft;
};

/** Commands that publish. */
export const publishCommands: CommandTable<ReviewsArea> = {
  'graft.reviews.openPage': openPage,
  'graft.reviews.publish': publishOne,
  'graft.reviews.publishAll': publishAll,
};
