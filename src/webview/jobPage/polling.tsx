import type { VNode } from 'preact';
import type { FromJobPage, JobPollView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { durationMessage, useNow } from './durations.ts';
import { t } from '../elements/texts.ts';

/** Last and next check, with Check Now. */
export function Polling(props: {
  readonly poll: JobPollView;
  readonly isPolling: boolean;
  readonly post: (message: FromJobPage) => void;
}): VNode {
  const { poll, isPolling, post } = props;
  const now = useNow(1000);
  const isTry = poll.does === 'try';
  return (
    <section class="look" aria-label={t('Watching')}>
      <p class="lookLine">
        <Icon name="eye" />
        <span>
          {lastMessage(isTry, poll.lastAtMs === undefined ? undefined : now - poll.lastAtMs)}
          {poll.nextAtMs !== undefined && !isPolling && ` · ${nextMessage(isTry, poll.nextAtMs - now)}`}
        </span>
        <button
          type="button"
          class="button"
          aria-disabled={isPolling}
          onClick={() => !isPolling && post({ type: 'checkNow' })}
        >
          {isPolling ? <Loading text={isTry ? t('Trying…') : t('Checking…')} /> : isTry ? t('Try Now') : t('Check Now')}
        </button>
      </p>
      {poll.error && (
        <p class="lookError">
          <Icon name="warning" class="warning" />
          <span class="words">
            {poll.failures > 1
              ? t(isTry ? 'The last {0} tries failed.' : 'The last {0} checks failed.', poll.failures)
              : `${poll.error.title}.`}{' '}
            <bdi>
              <SafeText text={poll.error.words} role="message" />
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
