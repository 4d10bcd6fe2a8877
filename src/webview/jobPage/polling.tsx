import type { VNode } from 'preact';
import type { FromJobPage, JobLookView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { durationMessage, useNow } from './durations.ts';

/** When the server was asked last and is asked next, and a button for those who do not want to wait. */
export function Look(props: {
  readonly look: JobLookView;
  readonly isLooking: boolean;
  readonly post: (message: FromJobPage) => void;
}): VNode {
  const { look, isLooking, post } = props;
  const now = useNow(1000);
  const isTry = look.does === 'try';
  const past = isTry ? 'Tried' : 'Checked';
  const next = isTry ? 'next try' : 'next check';
  return (
    <section class="look" aria-label="Watching">
      <p class="lookLine">
        <Icon name="eye" />
        <span>
          {look.lastAtMs === undefined ? `Not ${past.toLowerCase()} yet` : `${past} ${agoMessage(now - look.lastAtMs)}`}
          {look.nextAtMs !== undefined && !isLooking && (
            <>
              {' · '}
              {next} {inWords(look.nextAtMs - now)}
            </>
          )}
        </span>
        <button
          type="button"
          class="button"
          aria-disabled={isLooking}
          onClick={() => !isLooking && post({ type: 'checkNow' })}
        >
          {isLooking ? <Loading text={isTry ? 'Trying…' : 'Checking…'} /> : isTry ? 'Try Now' : 'Check Now'}
        </button>
      </p>
      {look.error && (
        <p class="lookError">
          <Icon name="warning" class="warning" />
          <span class="words">
            {look.failures > 1
              ? `The last ${look.failures} ${isTry ? 'tries' : 'checks'} failed. `
              : `${look.error.title}. `}
            <bdi>
              <SafeText text={look.error.words} role="message" />
            </bdi>
          </span>
        </p>
      )}
    </section>
  );
}

const agoMessage = (ms: number): string => (ms < 2_000 ? 'just now' : `${durationMessage(ms)} ago`);

const inWords = (ms: number): string => (ms < 1_000 ? 'any moment' : `in ${durationMessage(ms)}`);
