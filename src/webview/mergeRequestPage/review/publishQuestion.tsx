import type { VNode } from 'preact';
import type { DraftView, ReviewView, Verdict } from '../../../messages/review.ts';
import { Icon } from '../../elements/icon.tsx';
import { Question } from './dialogs.tsx';
import { draftsOf } from './reviewState.ts';
import { many, t } from '../../elements/texts.ts';

/** Can't be published. */
export const isBlocked = (draft: DraftView): boolean => draft.findings.some(({ severity }) => severity === 'blocker');

const hasWarning = (draft: DraftView): boolean => draft.findings.some(({ severity }) => severity === 'warning');

export function PublishOneQuestion(props: {
  readonly draft: DraftView;
  readonly onYes: () => void;
  readonly onClose: () => void;
}): VNode {
  const warnings = props.draft.findings.filter(({ severity }) => severity === 'warning');
  return (
    <Question
      title={t('Publish this draft ({0})?', props.draft.place)}
      yes={t('Publish')}
      onYes={props.onYes}
      onClose={props.onClose}
    >
      <p>{t("Everyone who can see the merge request will see it. This can't be undone.")}</p>
      {warnings.map(({ kind, words }) => (
        <Row key={kind} icon="warning" words={words} />
      ))}
      {props.draft.typed !== undefined && (
        <Row icon="warning" words={t('You are editing it: unsaved changes are not published.')} />
      )}
    </Question>
  );
}

/** Lists the steps in order. */
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
    ...(sent.length === 0 ? [] : [many(sent.length, '{0} draft will be published.', '{0} drafts will be published.')]),
    ...(props.summary.trim() === ''
      ? []
      : [
          t(
            props.review.isInternal === true
              ? 'Your summary will be added as an internal comment.'
              : 'Your summary will be added as a comment.',
          ),
        ]),
    ...props.review.verdicts
      .filter(({ verdict }) => verdict === props.verdict && verdict !== 'none')
      .map(({ step }) => step),
  ];
  return (
    <Question
      title={
        sent.length === 0 ? t('Finish the review?') : many(sent.length, 'Publish {0} draft?', 'Publish {0} drafts?')
      }
      yes={sent.length === 0 ? t('Send') : t('Publish {0}', sent.length)}
      onYes={() => props.onYes(sent.map(({ id }) => id))}
      onClose={props.onClose}
    >
      <ol class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {warned > 0 && (
        <Row icon="warning" words={many(warned, '{0} draft has a warning.', '{0} drafts have warnings.')} />
      )}
      {open > 0 && (
        <Row
          icon="warning"
          words={many(
            open,
            'You are editing {0} draft: unsaved changes are not published.',
            'You are editing {0} drafts: unsaved changes are not published.',
          )}
        />
      )}
      {sent.length < all.length && (
        <Row
          icon="error"
          words={many(
            all.length - sent.length,
            "{0} draft can't be published and will stay.",
            "{0} drafts can't be published and will stay.",
          )}
        />
      )}
    </Question>
  );
}

function Row({ icon, words }: { readonly icon: 'warning' | 'error'; readonly words: string }): VNode {
  return (
    <p class="questionRow">
      <Icon name={icon} class={icon === 'error' ? 'bad' : icon} /> <span>{words}</span>
    </p>
  );
}
