import type { VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import type { ReviewView } from '../../messages/reviewPage.ts';
import { Badge } from '../elements/badge.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { Banner } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { many, t } from '../elements/texts.ts';
import { countedDrafts } from './pageState.ts';

const states: Readonly<
  Record<
    string,
    { readonly icon: IconName; readonly tone: 'good' | 'bad' | 'active' | 'quiet'; readonly words: string }
  >
> = {
  opened: { icon: 'git-pull-request', tone: 'good', words: t('Open') },
  merged: { icon: 'git-merge', tone: 'active', words: t('Merged') },
  closed: { icon: 'git-pull-request-closed', tone: 'bad', words: t('Closed') },
  locked: { icon: 'lock', tone: 'quiet', words: t('Locked') },
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
  const known = Object.hasOwn(states, review.state) ? states[review.state] : undefined;
  const state = known ?? { icon: 'git-pull-request', tone: 'quiet' as const, words: review.state };
  return (
    <>
      <header class="reviewHead">
        <p class="identity">
          <Badge icon={state.icon} tone={state.tone}>
            {state.words}
          </Badge>
          <button type="button" class="link" title={t('Open in the browser')} onClick={props.onOpen}>
            {review.reference}
          </button>
          <span class="quiet">
            <SafeText text={review.project} role="name" />
          </span>
          <span class="quiet branches">
            <code>
              <SafeText text={review.sourceBranch} role="name" />
            </code>{' '}
            <Icon name="arrow-right" /> <span class="forReaders">{t('into')} </span>
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
            {t('Stop')}
          </button>
        )}
        <span class="filler" />
        <IconButton icon="refresh" label={t('Refresh (r)')} onClick={props.onRefresh} />
        <IconButton icon="keyboard" label={t('Keyboard shortcuts (?)')} onClick={props.onShowKeys} />
        {count > 0 && (
          <button
            type="button"
            class="button primary"
            title={t('Publish all drafts (Shift+P)')}
            disabled={review.sending !== undefined}
            onClick={props.onPublish}
          >
            <Icon name="cloud-upload" /> {many(count, 'Publish {0} Draft…', 'Publish All {0}…')}
          </button>
        )}
      </div>
      <Banner failure={review.stale} what={t('review')} onRetry={props.onRefresh} />
    </>
  );
}

function countMessage({ groups }: ReviewView, count: number): string {
  if (count === 0) return t('No drafts');
  const files = groups.filter(({ file }) => file !== undefined).length;
  const drafts = countedDrafts(count);
  return files === 0 ? drafts : t('{0} in {1}', drafts, many(files, '{0} file', '{0} files'));
}
