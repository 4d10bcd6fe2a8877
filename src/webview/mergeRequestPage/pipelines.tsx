import type { VNode } from 'preact';
import type { JobView, PipelinesView } from '../../messages/mergeRequestPage.ts';
import type { PartView } from '../../messages/page.ts';
import { Badge } from '../elements/badge.tsx';
import { DateText } from '../elements/dateText.tsx';
import { Part } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { jobMessage, pipelineMessage } from '../elements/statusMessages.ts';
import { t } from '../elements/texts.ts';
import type { Host } from './host.ts';

/** Pipelines, and the newest one's jobs with excerpts of their logs. */
export function Pipelines(props: {
  readonly view: PipelinesView;
  readonly logs: ReadonlyMap<number, PartView<string>>;
  readonly post: Host['post'];
  readonly onLog: (job: number) => void;
  readonly onRetry: () => void;
}): VNode {
  const { view, post } = props;
  if (view.pipelines.length === 0) return <p class="quiet">{t('No pipelines')}</p>;
  const [newest, ...older] = view.pipelines.map((pipeline) => {
    const words = pipelineMessage(pipeline.status);
    return (
      <li key={pipeline.id}>
        <Badge icon={words.icon} tone={words.tone}>
          {words.word}
        </Badge>
        <button
          type="button"
          class="link"
          title={t('Open the pipeline')}
          onClick={() => post({ type: 'openPipeline', id: pipeline.id })}
        >
          #{pipeline.id}
        </button>
        <span class="quiet">
          <SafeText text={pipeline.source} role="name" /> <DateText at={pipeline.at} />
        </span>
      </li>
    );
  });
  return (
    <>
      <ul class="rows">{newest}</ul>
      <div class="jobs">
        <Part view={view.jobs} what={t('jobs')} onRetry={props.onRetry}>
          {(jobs) =>
            jobs.length === 0 ? (
              <p class="quiet">{t('This pipeline has no jobs.')}</p>
            ) : (
              <ul class="rows">
                {jobs.map((job) => (
                  <Job key={job.id} job={job} {...props} />
                ))}
              </ul>
            )
          }
        </Part>
      </div>
      {older.length > 0 && (
        <details>
          <summary>{t('Earlier pipelines')}</summary>
          <ul class="rows">{older}</ul>
        </details>
      )}
    </>
  );
}

function Job(props: {
  readonly job: JobView;
  readonly logs: ReadonlyMap<number, PartView<string>>;
  readonly post: Host['post'];
  readonly onLog: (job: number) => void;
}): VNode {
  const { job, post, onLog } = props;
  const words = jobMessage(job);
  const log = props.logs.get(job.id);
  return (
    <li>
      <Badge icon={words.icon} tone={words.tone}>
        {words.word}
      </Badge>
      <span class="rowMain">
        <button
          type="button"
          class="link"
          title={t('Open the whole log')}
          onClick={() => post({ type: 'openJob', id: job.id })}
        >
          <SafeText text={job.name} role="name" />
        </button>{' '}
        <span class="quiet">
          <SafeText text={[job.stage, job.duration].filter(Boolean).join(' · ')} role="name" />
        </span>
      </span>
      {log === undefined && (
        <button type="button" class="link" aria-label={t('Show log of {0}', job.name)} onClick={() => onLog(job.id)}>
          {t('Show log')}
        </button>
      )}
      {['failed', 'canceled'].includes(job.status) && (
        <button
          type="button"
          class="link"
          aria-label={t('Retry job {0}', job.name)}
          onClick={() => post({ type: 'retryJob', id: job.id })}
        >
          {t('Retry job')}
        </button>
      )}
      {log && (
        <div class="log">
          <Part view={log} what={t('log')} onRetry={() => onLog(job.id)}>
            {(text) =>
              text === '' ? (
                <span class="quiet">{t('This job has no log yet.')}</span>
              ) : (
                <pre tabIndex={0} aria-label={t('Last lines of the log of {0}', job.name)}>
                  <SafeText text={text} role="message" />
                </pre>
              )
            }
          </Part>
        </div>
      )}
    </li>
  );
}
