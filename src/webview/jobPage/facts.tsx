import type { VNode } from 'preact';
import type { JobView } from '../../messages/jobPage.ts';
import { absoluteDate, pageLocale } from '../elements/dates.ts';
import { SafeText } from '../elements/safeText.tsx';
import { clockMessage, durationMessage, useNow } from './durations.ts';
import { rich, t } from '../elements/texts.ts';

export function Facts({ job }: { readonly job: JobView }): VNode {
  const hasEnded = job.endedAtMs !== undefined;
  const now = useNow(hasEnded ? undefined : 1000);
  const lasted = durationMessage((job.endedAtMs ?? now) - job.startedAtMs);
  return (
    <dl class="facts">
      {job.facts.map(({ label, value, isPath }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={isPath ? 'words path' : 'words'}>
            <bdi>
              <SafeText text={value} role="name" />
            </bdi>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('Started')}</dt>
        <dd class="moment">
          <Moment atMs={job.startedAtMs} />
        </dd>
      </div>
      <div>
        <dt>{hasEnded ? t('Ended') : t('Running for')}</dt>
        <dd class="moment">
          {job.endedAtMs === undefined ? (
            lasted
          ) : (
            <>
              {rich(
                '{0}, after {1}',
                <Moment atMs={job.endedAtMs} besideMs={job.startedAtMs} />,
                <span class="quiet">{lasted}</span>,
              )}
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** The tooltip has the full date. */
export function Moment({ atMs, besideMs }: { readonly atMs: number; readonly besideMs?: number | undefined }): VNode {
  const locale = pageLocale();
  const iso = new Date(atMs).toISOString();
  return (
    <time dateTime={iso} title={absoluteDate(iso, locale)}>
      {clockMessage(atMs, besideMs, locale)}
    </time>
  );
}
