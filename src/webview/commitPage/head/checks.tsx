import type { ComponentChildren, VNode } from 'preact';
import type { CommitView, StatusView } from '../../../messages/commitPage.ts';
import type { PartView } from '../../../messages/page.ts';
import { Badge, FoldSummary } from '../../elements/badge.tsx';
import { pageLocale } from '../../elements/dates.ts';
import type { Host } from '../host.ts';
import { Part } from '../../elements/part.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { visibleString } from '../../elements/visibleText.ts';
import { countByState, jobMessage, pipelineMessage, type StatusMessage } from '../../elements/statusMessages.ts';
import { t } from '../../elements/texts.ts';

/** Pipeline, then jobs and external checks with counts. */
export function Checks(props: {
  readonly commit: CommitView;
  readonly view: PartView<readonly StatusView[]>;
  readonly post: Host['post'];
  readonly onRetry: () => void;
  readonly onCancel: () => void;
}): VNode {
  const { commit, view, post } = props;
  return (
    <>
      {commit.pipeline && <Pipeline pipeline={commit.pipeline} post={post} />}
      <Part view={view} what={t('checks')} onRetry={props.onRetry} onCancel={props.onCancel}>
        {(statuses) => {
          if (statuses.length > 0) return <StatusList statuses={statuses} post={post} />;
          return commit.pipeline ? null : <span class="quiet">{t('No pipeline or external check reported')}</span>;
        }}
      </Part>
      <button type="button" class="link setStatus" onClick={() => post({ type: 'setStatus' })}>
        {t('Set Status…')}
      </button>
    </>
  );
}

function Pipeline(props: {
  readonly pipeline: NonNullable<CommitView['pipeline']>;
  readonly post: Host['post'];
}): VNode {
  const words = pipelineMessage(props.pipeline.status);
  const badge = <StatusBadge words={words}>{t('Pipeline {0}', inSentence(words))}</StatusBadge>;
  if (props.pipeline.url === undefined) return <span class="pipeline">{badge}</span>;
  return (
    <button
      type="button"
      class="link pipeline"
      title={t('Open the pipeline')}
      onClick={() => props.post({ type: 'openPipeline' })}
    >
      {badge}
    </button>
  );
}

const inSentence = ({ word }: StatusMessage): string => word.toLocaleLowerCase(pageLocale());

function StatusList(props: { readonly statuses: readonly StatusView[]; readonly post: Host['post'] }): VNode {
  return (
    <details>
      <FoldSummary>
        <span class="statusCounts">
          {countByState(props.statuses).map(({ words, count }) => (
            <StatusBadge key={words.word} words={words}>
              {t('{0} {1}', count, inSentence(words))}
            </StatusBadge>
          ))}
        </span>
      </FoldSummary>
      <ul class="statuses">
        {props.statuses.map((status) => (
          <Status key={status.id} status={status} post={props.post} />
        ))}
      </ul>
    </details>
  );
}

function Status({ status, post }: { readonly status: StatusView; readonly post: Host['post'] }): VNode {
  const words = jobMessage(status);
  const name = <SafeText text={status.name} role="name" />;
  return (
    <li>
      <StatusBadge words={words}>{words.word}</StatusBadge>
      {status.url === undefined ? (
        <span>{name}</span>
      ) : (
        <button type="button" class="link" onClick={() => post({ type: 'openStatus', id: status.id })}>
          {name}
        </button>
      )}
      <div class="quiet words">
        {status.description !== undefined && status.description !== '' && (
          <div>
            <SafeText text={status.description} role="name" />
          </div>
        )}
        {status.facts !== '' && (
          <div title={visibleString(status.times, 'message')}>
            <SafeText text={status.facts} role="name" />
          </div>
        )}
      </div>
    </li>
  );
}

function StatusBadge({
  words,
  children,
}: {
  readonly words: StatusMessage;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <Badge icon={words.icon} tone={words.tone}>
      {children}
    </Badge>
  );
}
