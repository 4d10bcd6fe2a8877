import type { VNode } from 'preact';
import type { CommitView, EventView, FilesView } from '../../messages/mergeRequestPage.ts';
import type { IconName } from '../../messages/icons.ts';
import { DateText } from '../elements/dateText.tsx';
import { Icon } from '../elements/icon.tsx';
import { SafePath, SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import { t } from '../elements/texts.ts';
import { useGrowing } from './growing.ts';
import type { Host } from './host.ts';

export const changeIcons: Readonly<Record<FilesView['files'][number]['change'], IconName>> = {
  added: 'diff-added',
  deleted: 'diff-removed',
  renamed: 'diff-renamed',
  modified: 'diff-modified',
};

/** In the first frame; more than fit on a screen. */
const firstFiles = 30;

/** With checkboxes for viewed files. */
export function Files({ view, post }: { readonly view: FilesView; readonly post: Host['post'] }): VNode {
  const count = useGrowing(firstFiles, view.files.length);
  return (
    <>
      {view.note !== undefined && <p class="quiet">{view.note}</p>}
      <ul class="rows">
        {view.files.slice(0, count).map(({ path, oldPath, change, size, isViewed }) => (
          <li key={path}>
            <input
              type="checkbox"
              checked={isViewed}
              title={t('Viewed')}
              aria-label={t('Viewed: {0}', visibleString(path, 'name'))}
              onChange={({ currentTarget }) => post({ type: 'markViewed', path, isViewed: currentTarget.checked })}
            />
            <Icon name={changeIcons[change]} class="quiet" />
            <span class="rowMain">
              <button
                type="button"
                class="link"
                title={t('Show in diff editor')}
                onClick={() => post({ type: 'openFile', path })}
              >
                <SafePath path={path} />
              </button>
              {oldPath !== path && (
                <span class="quiet">
                  {' '}
                  ← <SafePath path={oldPath} />
                </span>
              )}
            </span>
            <span class="quiet">{size}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export function Commits(props: { readonly commits: readonly CommitView[]; readonly post: Host['post'] }): VNode {
  if (props.commits.length === 0) return <p class="quiet">{t('No commits')}</p>;
  return (
    <ul class="rows">
      {props.commits.map(({ sha, shortSha, title, author, at }) => (
        <li key={sha}>
          <Icon name="git-commit" class="quiet" />
          <span class="rowMain">
            <button type="button" class="link" onClick={() => props.post({ type: 'openCommit', sha })}>
              <SafeText text={title} role="line" />
            </button>{' '}
            <code class="quiet">{shortSha}</code>
          </span>
          <span class="quiet">
            <SafeText text={author} role="name" /> <DateText at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** System notes. */
export function Activity(props: { readonly events: readonly EventView[]; readonly places: MarkdownPlaces }): VNode {
  if (props.events.length === 0) return <p class="quiet">{t('No activity')}</p>;
  return (
    <ul class="rows activity">
      {props.events.map(({ author, body, at }, index) => (
        <li key={index}>
          <strong>
            <SafeText text={author} role="name" />
          </strong>
          <div class="rowMain">
            <MarkdownText text={body} places={props.places} />
          </div>
          <DateText at={at} />
        </li>
      ))}
    </ul>
  );
}
