import type { VNode } from 'preact';
import type { FromJobPage, JobLookView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { durationMessage, useNow } from './durations.ts';
import { t } from '../elements/texts.ts';

/** Last and next check, with Check Now. */
export function Look(props: {
  readonly look: JobLookView;
  readonly isLooking: boolean;
  readonly post: (message: FromJobPage) => void;
}): VNode {
  const { look, isLooking, post } = props;
  const now = useNow(1000);
  const isTry = look.does === 'try';
  return (
    <section class="look" aria-label={t('Watching')}>
      <p class="lookLine">
        <Icon name="eye" />
        <span>
          {lastMessage(isTry, look.lastAtMs === undefined ? undefined : now - look.lastAtMs)}
          {look.nextAtMs !== undefined && !isLooking && ` · ${nextMessage(isTry, look.nextAtMs - now)}`}
        </span>
        <button
          type="button"
          class="button"
          aria-disabled={isLooking}
          onClick={() => !isLooking && post({ type: 'checkNow' })}
        >
          {isLooking ? <Loading text={isTry ? t('Trying…') : t('Checking…')} /> : isTry ? t('Try Now') : t('Check Now')}
        </button>
      </p>
      {look.error && (
        <p class="lookError">
          <Icon name="warning" class="warning" />
          <span class="words">
            {look.failures > 1
              ? t(isTry ? 'The last {0} tries failed.' : 'The last {0} checks failed.', look.failures)
              : `${look.error.title}.`}{' '}
            <bdi>
              <SafeText text={look.error.words} role="message" />
            </bdi>
          </span>
        </p>
      )}
    </section>
  );
}

const lastMessage = (isTry: boolean, ms: number | undefined): string => {
  if (ms === undefined) return t(isTry ? 'Not tried yet' : 'Not checked yet');
  if (ms < 2_000) return t(isTry ? 'Tried just now' : 'Checked just now');
  return t(isTry ? 'Tried {0} ago' : 'Checked {0} ago', durationMessage(ms));
};

const nextMessage = (isTry: boolean, ms: number): string =>
  ms < 1_000
    ? t(isTry ? 'next try any moment' : 'next check any moment')
    : t(isTry ? 'next try in {0}' : 'next check in {0}', durationMessage(ms));
