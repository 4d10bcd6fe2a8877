import type { VNode } from 'preact';
import type { FromReview, LeftTextView, ReviewView, Verdict } from '../../../messages/review.ts';
import { Question } from './dialogs.tsx';
import { Findings } from './findings.tsx';
import { draftsOf } from './reviewState.ts';
import { isBlocked, PublishAllQuestion, PublishOneQuestion } from './publishQuestion.tsx';
import { t } from '../../elements/texts.ts';

export type Asking =
  | { readonly kind: 'publishAll' }
  | { readonly kind: 'publish' | 'delete' | 'discard'; readonly id: number }
  | { readonly kind: 'drop'; readonly text: LeftTextView };

export interface OpenQuestionProps {
  readonly asking: Asking;
  readonly review: ReviewView;
  /** Current text of the field. */
  readonly summary: () => string;
  readonly verdict: Verdict;
  readonly post: (message: FromReview) => void;
  readonly onEdit: (id: number) => void;
  readonly onDiscarded: (id: number) => void;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** Null if its draft no longer exists. */
export function OpenQuestion(props: OpenQuestionProps): VNode | null {
  const { asking, review, verdict, post, onClose } = props;
  if (asking.kind === 'publishAll') {
    return (
      <PublishAllQuestion
        review={review}
        summary={props.summary()}
        verdict={verdict}
        onClose={onClose}
        onYes={(ids) => {
          post({ type: 'publishAll', ids, summary: props.summary(), verdict });
          props.onSent();
        }}
      />
    );
  }
  if (asking.kind === 'drop') {
    return (
      <Question
        title={t('Discard this text?')}
        yes={t('Discard')}
        onYes={() => post({ type: 'dropLeft', key: asking.text.key })}
        onClose={onClose}
      >
        <p>{t("This can't be undone.")}</p>
      </Question>
    );
  }
  return <DraftQuestion {...props} kind={asking.kind} id={asking.id} />;
}

function DraftQuestion(
  props: OpenQuestionProps & { readonly kind: 'publish' | 'delete' | 'discard'; readonly id: number },
): VNode | null {
  const { kind, id, review, post, onClose } = props;
  const draft = draftsOf(review).find((one) => one.id === id);
  if (draft === undefined) return null;
  switch (kind) {
    case 'publish':
      if (!isBlocked(draft)) {
        return (
          <PublishOneQuestion draft={draft} onClose={onClose} onYes={() => post({ type: 'publish', ids: [id] })} />
        );
      }
      return (
        <Question
          title={t('This draft cannot be published')}
          yes={t('Edit')}
          onYes={() => props.onEdit(id)}
          onClose={onClose}
        >
          <Findings findings={draft.findings} label={t('Why')} />
        </Question>
      );
    case 'delete':
      return (
        <Question
          title={t('Delete this draft ({0})?', draft.place)}
          yes={t('Delete')}
          onYes={() => post({ type: 'delete', id })}
          onClose={onClose}
        >
          <p>{t('You can undo this while the page is open.')}</p>
        </Question>
      );
    case 'discard':
      return (
        <Question
          title={t('Discard your changes?')}
          yes={t('Discard')}
          no={t('Keep Editing')}
          onYes={() => {
            post({ type: 'forget', id });
            props.onDiscarded(id);
          }}
          onClose={onClose}
        >
          <p>{t('The draft on the server stays unchanged.')}</p>
        </Question>
      );
  }
}
