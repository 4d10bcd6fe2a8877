import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefsView } from '../../../messages/commitPage.ts';
import { hasLostFocus } from '../../elements/host.ts';
import { Icon } from '../../elements/icon.tsx';
import { Failure, Loading } from '../../elements/part.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import type { Host } from '../host.ts';
import { grouped, t } from '../../elements/texts.ts';

const refsShown = 6;

/** Branches and tags, collapsed beyond a few; more on request. */
export function Refs({ refs, post }: { readonly refs: RefsView; readonly post: Host['post'] }): VNode {
  const [isOpen, setOpen] = useState(false);
  const fold = useRef<HTMLButtonElement>(null);
  const isLoading = refs.rest?.state === 'loading';
  const wasLoading = useRef(false);
  useLayoutEffect(() => {
    // the focused Cancel button is gone
    if (wasLoading.current && !refs.more && hasLostFocus()) fold.current?.focus();
    wasLoading.current = isLoading;
  });
  const all = [
    ...refs.branches.map((name) => ({ kind: 'branch', icon: 'git-branch', name }) as const),
    ...refs.tags.map((name) => ({ kind: 'tag', icon: 'tag', name }) as const),
  ];
  const hidden = all.length > refsShown + 2 ? all.length - refsShown : 0;
  const shown = isOpen ? all : all.slice(0, all.length - hidden);
  const loadAll = (): void => {
    setOpen(true);
    post({ type: 'loadAllRefs' });
  };
  return (
    <div class="refs">
      {all.length === 0 && !refs.more && <span class="quiet">{t('Not in any branch or tag')}</span>}
      <ul
        class="inline"
        aria-label={t('Branches and tags that contain this commit')}
        hidden={all.length === 0}
        // makes a long list scrollable by keyboard
        tabIndex={isOpen ? 0 : undefined}
      >
        {shown.map(({ kind, icon, name }) => (
          <li key={`${kind} ${name}`} class="chip" title={kind === 'branch' ? t('Branch') : t('Tag')}>
            <Icon name={icon} />
            <span class="forReaders">{kind === 'branch' ? t('branch') : t('tag')} </span>
            <span>
              <SafeText text={name} role="name" />
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button ref={fold} type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Show fewer') : t('{0} more', grouped(hidden))}
        </button>
      )}
      {refs.more && (
        <span class="rest">
          <Rest rest={refs.rest} onRetry={loadAll} />
          {refs.rest?.state !== 'failed' && (
            <button
              type="button"
              class="link"
              aria-label={isLoading ? t('Cancel reading branches and tags') : t('Show all branches and tags')}
              onClick={isLoading ? () => post({ type: 'loadAllRefs', cancel: true }) : loadAll}
            >
              {isLoading ? t('Cancel') : t('Show all')}
            </button>
          )}
        </span>
      )}
    </div>
  );
}

function Rest({ rest, onRetry }: { readonly rest: RefsView['rest']; readonly onRetry: () => void }): VNode {
  switch (rest?.state) {
    case undefined:
      return <span class="quiet">{t('and others')}</span>;
    case 'loading':
      return <Loading text={t('Loading, {0} so far…', grouped(rest.count))} />;
    case 'failed':
      return <Failure failure={rest.failure} what={t('all branches and tags')} onRetry={onRetry} />;
  }
}
