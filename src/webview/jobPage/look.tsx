import type { VNode } from 'preact';
import type { FromJobPage, JobLookView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { durationWords, useNow } from './durations.ts';

/** When the server was asked last and is asked next, and a button for those who do not want to wait. */
export function Look(props: {
  readonly look: JobLookView;
  readonly isLooking: boolean;
  readonly post: (message: FromJobPage) => void;
}): VNode {
  const { look, isLooking, post } = props;
  const now = useNow(1000);
  const isTry = look.does === 'try';
  const past = isTry ? 'Tried' : 'Looked';
  const next = isTry ? 'next try' : 'next look';
  return (
    <section class="look" aria-label="Watching">
      <p class="lookLine">
        <Icon name="eye" />
        <span>
          {look.lastAtMs === undefined ? `Not ${past.toLowerCase()} yet` : `${past} ${agoWords(now - look.lastAtMs)}`}
          {look.nextAtMs !== undefined && !isLooking && (
            <>
              , {next} {inWords(look.nextAtMs - now)}
            </>
          )}
        </span>
        <button
          type="button"
          class="button"
          aria-disabled={isLooking}
          onClick={() => !isLooking && post({ type: 'lookNow' })}
        >
          {isLooking ? <Loading text={isTry ? 'Trying…' : 'Looking…'} /> : isTry ? 'Try Now' : 'Look Now'}
        </button>
      </p>
      {look.error && (
        <p class="lookError">
          <Icon name="warning" class="warning" />
          <span class="words">
            {look.failures > 1
              ? `The last ${look.failures} ${isTry ? 'tries' : 'looks'} failed. `
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

const agoWords = (ms: number): string => (ms < 2_000 ? 'just now' : `${durationWords(ms)} ago`);

const inWords = (ms: number): string => (ms < 1_000 ? 'any moment' : `in ${durationWords(ms)}`);
