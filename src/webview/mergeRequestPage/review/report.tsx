import type { VNode } from 'preact';
import type { IconName } from '../../../messages/icons.ts';
import type { OutcomeView, ReportView } from '../../../messages/review.ts';
import { DateText } from '../../elements/dateText.tsx';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { t } from '../../elements/texts.ts';
import type { Host } from '../host.ts';

const icons: Readonly<Record<OutcomeView['tone'], IconName>> = {
  good: 'pass-filled',
  warning: 'warning',
  bad: 'error',
  quiet: 'circle-slash',
};

/** Results of publishing, until dismissed. */
export function Report(props: {
  readonly report: ReportView;
  readonly onShow: (draftId: number) => void;
  readonly post: Host['post'];
}): VNode {
  const { report, post } = props;
  return (
    <section class="report" aria-labelledby="reportTitle">
      <div class="sectionHead">
        <h2 id="reportTitle">{report.title}</h2>
        <DateText at={report.at} />
        <span class="filler" />
        <button type="button" class="button" onClick={() => post({ type: 'dismiss', key: undefined })}>
          {t('Dismiss All')}
        </button>
      </div>
      <ul role="list">
        {report.outcomes.map((outcome) => (
          <li key={outcome.key} class="outcome">
            <Icon name={icons[outcome.tone]} class={outcome.tone} />
            <div class="outcomeMessage">
              <p>
                <strong>{outcome.what}</strong>{' '}
                {outcome.text !== '' && (
                  <span class="outcomeText quiet">
                    <SafeText text={outcome.text} role="line" />
                  </span>
                )}
              </p>
              <p class="words">
                {outcome.words}
                {outcome.advice !== undefined && <> {outcome.advice}</>}
              </p>
            </div>
            {outcome.hasLink && (
              <button
                type="button"
                class="link"
                aria-label={t('Open in browser: {0}', outcome.what)}
                onClick={() => post({ type: 'openOutcome', key: outcome.key })}
              >
                {t('Open in browser')}
              </button>
            )}
            {outcome.draftId !== undefined && (
              <button
                type="button"
                class="link"
                aria-label={t('Show draft: {0}', outcome.what)}
                onClick={() => props.onShow(outcome.draftId ?? 0)}
              >
                {t('Show draft')}
              </button>
            )}
            <IconButton
              icon="close"
              label={t('Dismiss: {0}', outcome.what)}
              onClick={() => post({ type: 'dismiss', key: outcome.key })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
