import type { VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import type { ReviewView } from '../../messages/reviewPage.ts';
import { Badge } from '../elements/badge.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { Failure } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';

const states: Readonly<
  Record<
    string,
    { readonly icon: IconName; readonly tone: 'good' | 'bad' | 'active' | 'quiet'; readonly words: string }
  >
> = {
  opened: { icon: 'git-pull-request', tone: 'good', words: 'Open' },
  merged: { icon: 'git-merge', tone: 'active', words: 'Merged' },
  closed: { icon: 'git-pull-request-closed', tone: 'bad', words: 'Closed' },
  locked: { icon: 'lock', tone: 'quiet', words: 'Locked' },
};

/** What is reviewed, and the bar that stays at the top: how many drafts there are, and what can be done with all. */
export function ReviewHead(props: {
  readonly review: ReviewView;
  readonly count: number;
  readonly onOpen: () => void;
  readonly onRefresh: () => void;
  readonly onPublish: () => void;
  readonly onShowKeys: () => void;
  readonly onCancel: () => void;
}): VNode {
  const { review, count } = props;
  const state = states[review.state] ?? { icon: 'git-pull-request', tone: 'quiet' as const, words: review.state };
  return (
    <>
      <header class="reviewHead">
        <p class="identity">
          <Badge icon={state.icon} tone={state.tone}>
            {state.words}
          </Badge>
          <button type="button" class="link" title="Open in the browser" onClick={props.onOpen}>
            {review.reference}
          </button>
          <span class="quiet">
            <SafeText text={review.project} role="name" />
          </span>
          <span class="quiet branches">
            <code>
              <SafeText text={review.sourceBranch} role="name" />
            </code>{' '}
            <Icon name="arrow-right" /> <span class="forReaders">into </span>
            <code>
              <SafeText text={review.targetBranch} role="name" />
            </code>
          </span>
        </p>
        <h1>
          <SafeText text={review.title} role="line" />
        </h1>
      </header>
      <div class="reviewBar">
        <strong>{countMessage(review, count)}</strong>
        <span role="status" class="sending">
          {review.sending !== undefined && (
            <>
              <Icon name="loading" class="codicon-modifier-spin" /> {review.sending}
            </>
          )}
        </span>
        {review.sending !== undefined && (
          <button type="button" class="link" onClick={props.onCancel}>
            Stop
          </button>
        )}
        <span class="filler" />
        <IconButton icon="refresh" label="Refresh (r)" onClick={props.onRefresh} />
        <IconButton icon="keyboard" label="Keyboard shortcuts (?)" onClick={props.onShowKeys} />
        {count > 0 && (
          <button
            type="button"
            class="button primary"
            title="Publish all drafts (Shift+P)"
            disabled={review.sending !== undefined}
            onClick={props.onPublish}
          >
            <Icon name="cloud-upload" /> {count === 1 ? 'Publish 1 Draft…' : `Publish All ${count}…`}
          </button>
        )}
      </div>
      {review.stale && (
        <p class="banner" role="alert">
          <Failure failure={review.stale} what="review" onRetry={props.onRefresh} />
        </p>
      )}
    </>
  );
}

function countMessage({ groups }: ReviewView, count: number): string {
  if (count === 0) return 'No drafts';
  const files = groups.filter(({ file }) => file !== undefined).length;
  const drafts = count === 1 ? '1 draft' : `${count} drafts`;
  return files === 0 ? drafts : `${drafts} in ${files === 1 ? '1 file' : `${files} files`}`;
}
