import type { VNode } from 'preact';
import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { FromJobPage, JobTransferView, JobView } from '../../messages/jobPage.ts';
import { hasLostFocus, useMessages } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { Counters } from './counters.tsx';
import { FailedRelations } from './failedTable.tsx';
import { Facts } from './facts.tsx';
import { Head } from './head.tsx';
import type { Host } from './host.ts';
import { Polling } from './polling.tsx';
import { initialState, type PageState, receive, received } from './pageState.ts';
import { Timeline } from './timeline.tsx';
import { rich, t } from '../elements/texts.ts';

export function JobPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(receive, initialState);
  useMessages(received, dispatch, host);
  const main = useRef<HTMLElement>(null);
  const { job } = state;
  const hasJob = job !== undefined;
  const refocus = (): void => main.current?.focus({ preventScroll: true });
  // so that keys scroll the page from the start
  useEffect(refocus, []);
  useEffect(() => {
    if (hasLostFocus()) refocus();
  }, [hasJob, state.isGone]);
  return (
    <main class="page jobPage" tabIndex={-1} ref={main} aria-busy={!hasJob && !state.isGone}>
      {state.isGone ? (
        <Gone job={job} post={host.post} />
      ) : job === undefined ? (
        <h1>
          <Loading text={t('Loading…')} />
        </h1>
      ) : (
        <Shown host={host} job={job} state={state} refocus={refocus} />
      )}
    </main>
  );
}

function Shown(props: {
  readonly host: Host;
  readonly job: JobView;
  readonly state: PageState;
  readonly refocus: () => void;
}): VNode {
  const { host, job, state } = props;
  return (
    <>
      <Head job={job} post={host.post} refocus={props.refocus} />
      {state.transfer && <Transfer transfer={state.transfer} />}
      {job.error && (
        <section class="errorBox" aria-label={job.error.title}>
          <h2>{job.error.title}</h2>
          <p class="words errorMessage">
            <bdi>
              <SafeText text={job.error.words} role="message" />
            </bdi>
          </p>
        </section>
      )}
      {job.obstacle !== undefined && (
        <p class="obstacle">
          <Icon name="warning" class="warning" /> <span class="words">{job.obstacle}</span>
        </p>
      )}
      <Facts job={job} />
      {job.poll && <Polling poll={job.poll} isPolling={state.isPolling} post={host.post} />}
      {job.counters && <Counters counters={job.counters} hasEnded={job.endedAtMs !== undefined} />}
      <FailedRelations host={host} job={job} relations={state.failed} />
      <Timeline job={job} />
    </>
  );
}

function Gone(props: { readonly job: JobView | undefined; readonly post: (message: FromJobPage) => void }): VNode {
  return (
    <div class="gone" role="status">
      <h1>
        {props.job === undefined
          ? t('This job is no longer in the list')
          : rich('{0} is no longer in the list', <SafeText text={props.job.title} role="name" />)}
      </h1>
      <p>
        {t(
          'It was removed in this or another window. Its results on the server are kept. Other jobs are in the Administration view.',
        )}
      </p>
      <button type="button" class="button" onClick={() => props.post({ type: 'close' })}>
        {t('Close')}
      </button>
    </div>
  );
}

/** No live region, as it changes too often for screen readers. */
function Transfer({ transfer }: { readonly transfer: JobTransferView }): VNode {
  const { direction, share, amount, percent, rate, left } = transfer;
  const title = direction === 'sending' ? t('Upload') : t('Download');
  const figures = [amount, percent, rate, left].filter((each) => each !== undefined);
  return (
    <section class="transfer" aria-label={title}>
      <progress
        aria-label={title}
        aria-valuetext={figures.join(', ')}
        {...(share === undefined ? {} : { max: 1, value: share })}
      />
      <p class="figures">
        <strong>{direction === 'sending' ? t('Sent') : t('Received')}</strong>
        {figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
        {share === undefined && <span class="quiet">{t('The server doesn’t report the size.')}</span>}
      </p>
    </section>
  );
}
