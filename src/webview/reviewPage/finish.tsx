import type { RefObject, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ReviewView, Verdict } from '../../messages/reviewPage.ts';
import { useKeeping } from './draftEditor.tsx';
import { many, t } from '../elements/texts.ts';

/** The end of the page: a summary, a verdict, and the button that sends everything. */
export function Finish(props: {
  readonly review: ReviewView;
  readonly count: number;
  readonly verdict: Verdict;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onKeep: (text: string) => void;
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onInternal: (internal: boolean) => void;
  readonly onPublish: () => void;
}): VNode {
  const { review, count, field } = props;
  const kept = useKeeping(review.summary, props.onKeep);
  const told = useRef(review.summary);
  // sent or changed by the extension, the field follows; what was typed since stays
  useLayoutEffect(() => {
    if (field.current?.value === told.current) {
      field.current.value = review.summary;
      kept.drop(review.summary);
    }
    told.current = review.summary;
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
        onInput={(event) => kept.typed(event.currentTarget.value)}
        onBlur={kept.flush}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          kept.flush();
          props.onPublish();
        }}
      />
      {review.isInternal !== undefined && (
        <Check label={t('Internal summary (members only)')} isOn={review.isInternal} onChange={props.onInternal} />
      )}
      {review.verdicts.map(({ verdict, label }) => (
        <Check
          key={verdict}
          label={label}
          isOn={props.verdict === verdict}
          onChange={(isOn) => props.onVerdict(isOn ? verdict : 'none')}
        />
      ))}
      <div class="buttons">
        <button type="button" class="button primary" disabled={review.sending !== undefined} onClick={props.onPublish}>
          {finishMessage(count)}
        </button>
        <span class="quiet hint">{review.order}</span>
      </div>
    </section>
  );
}

function Check(props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}): VNode {
  return (
    <label class="verdict">
      <input type="checkbox" checked={props.isOn} onChange={(event) => props.onChange(event.currentTarget.checked)} />
      {props.label}
    </label>
  );
}

const finishMessage = (count: number): string =>
  count === 0 ? t('Send…') : many(count, 'Publish {0} Draft…', 'Publish All {0} Drafts…');
