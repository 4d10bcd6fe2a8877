import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ComposerIntent, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { t } from '../elements/texts.ts';

export function Done({
  done,
  host,
}: {
  readonly done: NonNullable<ComposerView['done']>;
  readonly host: Host<FromComposer>;
}): VNode {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const action = (type: ComposerIntent, icon: IconName, label: string): VNode => (
    <button type="button" class="button" onClick={() => host.post({ type })}>
      <Icon name={icon} />
      {label}
    </button>
  );
  return (
    <section class="done" aria-label={t('The commit')} role="status">
      <p>
        <Icon name="pass-filled" class="good" />{' '}
        <strong>
          <SafeText text={done.words} role="name" />
        </strong>
      </p>
      <p class="quiet">
        <code>{done.shortSha}</code> <SafeText text={done.title} role="name" />
      </p>
      {done.followed !== undefined && (
        <p class="followed">
          <SafeText text={done.followed} role="name" />
        </p>
      )}
      <div class="buttons">
        <button type="button" class="button primary" ref={first} onClick={() => host.post({ type: 'openCommit' })}>
          <Icon name="git-commit" />
          {t('Open Commit')}
        </button>
        {done.canFollow && action('follow', 'cloud-download', t('Update Local Branch'))}
        {done.canRequest && action('request', 'git-pull-request', t('Create Merge Request…'))}
        {action('openInBrowser', 'link-external', t('Open in Browser'))}
        {action('copyLink', 'link', t('Copy Link'))}
        {action('revert', 'discard', t('Undo with a Revert…'))}
      </div>
    </section>
  );
}
