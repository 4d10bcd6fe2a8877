import type { RefObject, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ReviewView, Verdict } from '../../../messages/review.ts';
import { useSavedText } from './draftEditor.tsx';
import { t } from '../../elements/texts.ts';
import type { Host } from '../host.ts';

/** Summary, verdict and the button that publishes everything. */
export function Finish(props: {
  readonly review: ReviewView;
  readonly verdict: Verdict;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly post: Host['post'];
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onPublish: () => void;
}): VNode {
  const { review, field, post } = props;
  const saved = useSavedText(review.summary, (text) => post({ type: 'keep', what: 'summary', text }));
  const lastSummary = useRef(review.summary);
  const group = useId();
  // Follows changes by the extension unless the user has typed since.
  useLayoutEffect(() => {
    if (field.current?.value === lastSummary.current) {
      field.current.value = review.summary;
      saved.drop(review.summary);
    }
    lastSummary.current = review.summary;
  }, [review.summary]);
  return (
    <section class="finish" aria-labelledby="finishTitle">
      <div class="sectionHead">
        <h2 id="finishTitle">{t('Finish the review')}</h2>
      </div>
      <label class="summaryLabel" for="summary">
        {t('Summary')} <span class="quiet">{t('(optional: a comment on the merge request as a whole)')}</span>
      </label>
      <textarea
        ref={field}
        id="summary"
        rows={4}
        spellcheck
        defaultValue={review.summary}
        onInput={(event) => saved.typed(event.currentTarget.value)}
        onBlur={saved.flush}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          saved.flush();
          props.onPublish();
        }}
      />
      {review.isInternal !== undefined && (
        <label class="verdict">
          <input
            type="checkbox"
            checked={review.isInternal}
            onChange={(event) => post({ type: 'internal', internal: event.currentTarget.checked })}
          />
          {t('Internal summary (members only)')}
        </label>
      )}
      {review.verdicts.length > 1 && (
        <fieldset class="verdicts">
          <legend class="forReaders">{t('Verdict')}</legend>
          {review.verdicts.map(({ verdict, label, step }) => (
            <div key={verdict}>
              <label class="verdict">
                <input
                  type="radio"
                  name={group}
                  checked={props.verdict === verdict}
                  aria-describedby={`verdict-${verdict}`}
                  onChange={() => props.onVerdict(verdict)}
                />
                {label}
              </label>
              <span id={`verdict-${verdict}`} class="quiet">
                {step}
              </span>
            </div>
          ))}
        </fieldset>
      )}
      <div class="buttons">
        <button type="button" class="button primary" disabled={review.sending !== undefined} onClick={props.onPublish}>
          {t('Publish…')}
        </button>
        <span class="quiet hint">{review.order}</span>
      </div>
    </section>
  );
}
