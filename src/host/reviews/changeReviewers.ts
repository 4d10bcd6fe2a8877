import * as vscode from '../vscode.ts';
import { areSamePeople, type Person } from '../../model/people.ts';
import {
  isAsked,
  readReviewers,
  requestReview,
  type Reviewer,
  type RequestName,
  setReviewers,
} from '../../model/reviews/reviewers.ts';
import { choosePeople, peopleText } from '../kit/questions/choosePeople.ts';
import { cancellable } from '../kit/progress.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/questions/review.ts';
import { requireWriting, sayChangedMeanwhile, sendSteps, step } from '../kit/questions/sendSteps.ts';
import type { ReviewsArea } from './area.ts';
import { reviewSubject } from './chooseReview.ts';

/** The wanted reviewers, and the usernames for another review request. */
interface Wanted {
  readonly reviewers: readonly Person[];
  readonly again: readonly string[];
}

type Part = 'reviewers' | `again ${string}`;

/** Changes the reviewers and requests further reviews: shows the changes, then sends them. */
export const changeReviewers = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Change the reviewers of which merge request?'));
  if (subject === undefined) return;
  const { open, request } = subject;
  requireWriting(open.account);
  const name: RequestName = { project: open.project.path_with_namespace, iid: String(request.iid) };
  const reference = `!${request.iid}`;
  const graphql = area.clients.graphqlOf(open.account);
  const found = await cancellable(t('Reading the reviewers of {0}…', reference), async (signal) => {
    const reviewers = await readReviewers(graphql, name, signal);
    if (reviewers === undefined) throw new Error(t('{0} no longer exists, or you have no access to it.', reference));
    return reviewers;
  });
  if (found === undefined) return;
  let before = found;

  const send = async ({ reviewers, again }: Wanted): Promise<Sent> => {
    const now = await readReviewers(graphql, name);
    if (now === undefined || !areSame(now, before)) {
      before = now ?? before;
      return sayChangedMeanwhile(reference, now !== undefined);
    }
    const replaced = step(
      () => setReviewers(graphql, name, now, reviewers),
      (after) => {
        before = after;
        return { words: reviewersLine(now, after), isAsAsked: areSamePeople(after, reviewers) };
      },
    );
    const asked = now
      .filter(({ username }) => again.includes(username) && reviewers.some((each) => each.username === username))
      .map((reviewer) =>
        step(
          () => requestReview(graphql, name, reviewer),
          (after) => {
            before = after;
            return {
              words: t('Requested another review from {0}.', reviewer.name),
              isAsAsked: isAsked(after.find(({ id }) => id === reviewer.id)?.state),
            };
          },
        ),
      );
    const steps = areSamePeople(reviewers, now) ? asked : [replaced, ...asked];
    return sendSteps(area, reference, steps, () => area.reviews.view.refresh());
  };

  await reviewAndSend<Wanted, Part>(
    area,
    { reviewers: before, again: [] },
    {
      show: (wanted) => reviewOf(reference, before, wanted),
      change: async (wanted, part) =>
        part === 'reviewers'
          ? {
              ...wanted,
              reviewers: await choosePeople(open, open.project.id, {
                title: t('Reviewers of {0}', reference),
                adding: t('Add a Reviewer'),
                before: wanted.reviewers,
                memento: area.context.workspaceState,
              }),
            }
          : { ...wanted, again: switched(wanted.again, part.slice('again '.length)) },
      send,
    },
  );
};

const areSame = (one: readonly Reviewer[], other: readonly Reviewer[]): boolean =>
  areSamePeople(one, other) &&
  one.every(({ id, state }) => other.some((each) => each.id === id && each.state === state));

const switched = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name];

const reviewOf = (reference: string, before: readonly Reviewer[], { reviewers, again }: Wanted): Review<Part> => {
  const { t } = vscode.l10n;
  // removed reviewers can't be requested again
  const reviewed = before.filter(
    ({ username, state }) => !isAsked(state) && reviewers.some((each) => each.username === username),
  );
  const asked = reviewed.filter(({ username }) => again.includes(username));
  const lines = [
    ...(areSamePeople(reviewers, before) ? [] : [reviewersLine(before, reviewers)]),
    ...(asked.length === 0 ? [] : [t('Request another review from {0}.', peopleText(asked))]),
  ];
  return {
    title: t('Change the reviewers of {0}', reference),
    placeholder: t('Choose what to change, then choose the first row to send'),
    start: {
      label: t('Change the reviewers'),
      value: lines.length === 0 ? t('no changes yet') : lines.join(' '),
      icon: 'check',
      isBlocked: lines.length === 0,
    },
    rows: [
      { part: 'reviewers', icon: 'person', label: t('Reviewers'), value: peopleText(reviewers) },
      ...reviewed.map(({ username, name, state }) => ({
        part: `again ${username}` as const,
        icon: again.includes(username) ? 'check' : 'sync',
        label: name,
        value: again.includes(username)
          ? t('another review will be requested')
          : t('{0} · press Enter to request another review', stateMessage(state)),
        isSwitch: true,
      })),
    ],
  };
};

const stateMessage = (state: string | undefined): string => {
  const { t } = vscode.l10n;
  switch (state) {
    case 'APPROVED':
      return t('has approved');
    case 'REQUESTED_CHANGES':
      return t('has requested changes');
    case 'REVIEWED':
      return t('has reviewed');
    case 'REVIEW_STARTED':
      return t('has started a review');
    case 'UNAPPROVED':
      return t('has revoked the approval');
    default:
      return t('state unknown');
  }
};

const reviewersLine = (before: readonly Person[], now: readonly Person[]): string =>
  vscode.l10n.t('Reviewers: {0} → {1}.', peopleText(before), peopleText(now));
