import type { VNode } from 'preact';
import type { DraftView, ReviewView, Verdict } from '../../messages/reviewPage.ts';
import { draftAt } from '../../messages/formats.ts';
import { Icon } from '../elements/icon.tsx';
import { Question } from './dialogs.tsx';
import { draftsOf } from './pageState.ts';

/** Whether something keeps a draft from being published. */
export const isBlocked = (draft: DraftView): boolean => draft.findings.some(({ severity }) => severity === 'blocker');

const hasWarning = (draft: DraftView): boolean => draft.findings.some(({ severity }) => severity === 'warning');

const drafts = (count: number): string => (count === 1 ? '1 draft' : `${count} drafts`);

/** Asks before one draft is published. */
export function PublishOneQuestion(props: {
  readonly draft: DraftView;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): VNode {
  const warnings = props.draft.findings.filter(({ severity }) => severity === 'warning');
  return (
    <Question
      title={`Publish ${draftAt(props.draft.place)}?`}
      yes="Publish"
      onYes={props.onYes}
      onClose={props.onClose}
    >
      <p>Everyone who can see the merge request will see it. This can't be undone.</p>
      {warnings.map(({ kind, words }) => (
        <p key={kind} class="questionRow">
          <Icon name="warning" class="warning" /> <span>{words}</span>
        </p>
      ))}
      {props.draft.typed !== undefined && (
        <p class="questionRow">
          <Icon name="warning" class="warning" />
          <span>You are editing it: unsaved changes are not published.</span>
        </p>
      )}
    </Question>
  );
}

/** Asks before everything is published, with what will happen in its order. */
export function PublishAllQuestion(props: {
  readonly review: ReviewView;
  readonly summary: string;
  readonly verdict: Verdict;
  readonly onYes: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}): VNode {
  const all = draftsOf(props.review);
  const sent = all.filter((draft) => !isBlocked(draft));
  const warned = sent.filter(hasWarning).length;
  const open = all.filter(({ typed }) => typed !== undefined).length;
  const steps = [
    ...(sent.length === 0 ? [] : [`${drafts(sent.length)} will be published.`]),
    ...(props.summary.trim() === ''
      ? []
      : [`Your summary will be added as ${props.review.isInternal === true ? 'an internal' : 'a'} comment.`]),
    ...props.review.verdicts.filter(({ verdict }) => verdict === props.verdict).map(({ step }) => step),
  ];
  return (
    <Question
      title={sent.length === 0 ? 'Finish the review?' : `Publish ${drafts(sent.length)}?`}
      yes={sent.length === 0 ? 'Send' : `Publish ${sent.length}`}
      onYes={() => props.onYes(sent.map(({ id }) => id))}
      onClose={props.onClose}
    >
      <ol class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {warned > 0 && (
        <p class="questionRow">
          <Icon name="warning" class="warning" />
          <span>{warned === 1 ? '1 draft has a warning.' : `${warned} drafts have warnings.`}</span>
        </p>
      )}
      {open > 0 && (
        <p class="questionRow">
          <Icon name="warning" class="warning" />
          <span>
            {open === 1 ? 'You are editing 1 draft' : `You are editing ${open} drafts`}: unsaved changes are not
            published.
          </span>
        </p>
      )}
      {sent.length < all.length && (
        <p class="questionRow">
          <Icon name="error" class="bad" />
          <span>{drafts(all.length - sent.length)} can't be published and will stay.</span>
        </p>
      )}
    </Question>
  );
}
