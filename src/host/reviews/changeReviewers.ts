import * as vscode from '../vscode.ts';
import {
  changeReviewer,
  isAsked,
  isChanged,
  readReviewers,
  type Reviewer,
  type ReviewerChange,
  type MergeRequestName,
} from '../../model/reviews/reviewers.ts';
import { listProjectMembers } from '../../wire/groups.ts';
import { type Member, peopleText, recentMembers, rememberMember } from '../kit/questions/choosePeople.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { requireWriting, sendSteps, step } from '../kit/questions/sendSteps.ts';
import { reviewerState } from '../kit/words/reviewerState.ts';
import { visibleLabel } from '../kit/words/format.ts';
import type { ReviewsArea } from './area.ts';
import { reviewSubject } from './chooseReview.ts';
import { placeOfReview, type ReviewSubject } from './subject.ts';

/** Changes one reviewer, by `change` or chosen in one list: a member is added, a reviewer removed or asked again. */
export const changeReviewers = async (area: ReviewsArea, argument: unknown, change?: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Change the reviewers of which merge request?'));
  if (subject === undefined) return;
  requireWriting(subject.open.account);
  // a tree passes its selection instead
  const chosen = isChange(change) ? change : await chooseChange(area, subject);
  if (chosen === undefined) return;
  const sent = await sendChange(area, subject, chosen);
  if (sent === 'change') await changeReviewers(area, subject);
};

const isChange = (change: unknown): change is ReviewerChange =>
  typeof change === 'object' && change !== null && ['add', 'remove', 'again'].some((name) => name in change);

const nameOf = ({ open, request }: ReviewSubject): MergeRequestName => ({
  project: open.project.path_with_namespace,
  iid: String(request.iid),
});

const readNow = async (area: ReviewsArea, subject: ReviewSubject): Promise<readonly Reviewer[]> => {
  const reviewers = await readReviewers(area.clients.graphqlOf(subject.open.account), nameOf(subject));
  if (reviewers !== undefined) return reviewers;
  const reference = `!${subject.request.iid}`;
  throw new Error(vscode.l10n.t('{0} no longer exists, or you have no access to it.', reference));
};

const sendChange = async (area: ReviewsArea, subject: ReviewSubject, change: ReviewerChange) => {
  const { t } = vscode.l10n;
  const graphql = area.clients.graphqlOf(subject.open.account);
  const now = await readNow(area, subject);
  const written = changeReviewer(graphql, nameOf(subject), now, change);
  const reference = `!${subject.request.iid}`;
  if (written === undefined) {
    void vscode.window.showInformationMessage(t('Nothing was sent: someone else has changed {0}.', reference));
    return 'left';
  }
  const asked = 'again' in change ? now.find(({ username }) => username === change.again) : undefined;
  const write = step(
    () => written,
    (after) => ({
      words: asked
        ? t('Requested another review from {0}.', asked.name)
        : t('Reviewers: {0} → {1}.', peopleText(now), peopleText(after)),
      isAsAsked: isChanged(after, change),
    }),
  );
  return sendSteps(area, reference, [write], () => area.reviews.view.refreshPlace(placeOfReview(subject)));
};

const chooseChange = async (area: ReviewsArea, subject: ReviewSubject): Promise<ReviewerChange | undefined> => {
  const { t } = vscode.l10n;
  const { client, project } = subject.open;
  const recent = recentMembers(area.context.workspaceState, subject.open);
  const reading = readNow(area, subject);
  const chosen = await searchPick<ReviewerChange>({
    title: t('Reviewers of {0}', `!${subject.request.iid}`),
    placeholder: t('Select a member to add, or a reviewer to remove or to ask again'),
    keepsOrder: true,
    empty: (text) => t('No member of the project matches “{0}”.', text),
    search: async (text, signal) => {
      const wanted = { id: project.id, per_page: 50, ...(text === '' ? {} : { query: text }) };
      const [reviewers, { items }] = await Promise.all([reading, client.send(listProjectMembers, wanted, { signal })]);
      const isThere = (username: string): boolean => reviewers.some((each) => each.username === username);
      const isMeant = ({ name, username }: Pick<Member, 'name' | 'username'>): boolean =>
        `${name} ${username}`.toLowerCase().includes(text.toLowerCase());
      const members = new Map(
        [...recent.get().filter(isMeant), ...items]
          .filter(({ username }) => !isThere(username))
          .map(({ id, name, username }) => [username, { id, name, username }]),
      );
      return [
        ...reviewers.filter(isMeant).flatMap(reviewerRows),
        ...[...members.values()].map((add) => ({
          label: `$(person-add) ${visibleLabel(add.name)}`,
          description: `@${add.username}`,
          value: { add },
        })),
      ];
    },
  });
  if (chosen && 'add' in chosen) await rememberMember(recent, chosen.add as Member);
  return chosen;
};

const reviewerRows = ({ name, username, state }: Reviewer) => {
  const { t } = vscode.l10n;
  const again = {
    label: `$(sync) ${visibleLabel(name)}`,
    description: t('{0} · request another review', reviewerState(state).words),
    value: { again: username },
  };
  const remove = {
    label: `$(close) ${visibleLabel(name)}`,
    description: t('@{0} · press Enter to remove', username),
    value: { remove: username },
  };
  return isAsked(state) ? [remove] : [again, remove];
};
