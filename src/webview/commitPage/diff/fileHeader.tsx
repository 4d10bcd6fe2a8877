import type { VNode } from 'preact';
import { Icon } from '../../elements/icon.tsx';
import { pageLocale } from '../../elements/dates.ts';
import { SafePath } from '../../elements/safeText.tsx';
import { visibleString } from '../../elements/visibleText.ts';
import type { DiffFile } from '../../diff/diffFile.ts';
import { plainBecause } from '../../diff/paintFile.ts';
import { grouped, t } from '../../elements/texts.ts';

const changes = {
  added: { icon: 'diff-added', word: t('Added') },
  deleted: { icon: 'diff-removed', word: t('Deleted') },
  renamed: { icon: 'diff-renamed', word: t('Renamed') },
  modified: { icon: 'diff-modified', word: t('Modified') },
} as const;

export function changeWord(file: DiffFile): string {
  return changes[file.view.change].word;
}

/** `data-action` of its buttons is handled by the list. */
export function FileHeader(props: {
  readonly file: DiffFile;
  readonly collapsed: boolean;
  /** Buttons are in the tab order, only for the active row. */
  readonly reachable: boolean;
}): VNode {
  const { file, collapsed, reachable } = props;
  const { view } = file;
  const name = visibleString(file.path, 'name');
  const tabIndex = reachable ? 0 : -1;
  return (
    <div class="fileBar" role="gridcell" title={plainBecause(file)}>
      <button
        type="button"
        class="iconButton"
        tabIndex={tabIndex}
        data-action="toggle"
        aria-label={t(collapsed ? 'Expand {0}' : 'Collapse {0}', name)}
      >
        <Icon name={collapsed ? 'chevron-right' : 'chevron-down'} />
      </button>
      <ChangeIcon file={file} />
      <SafePath path={file.path} />
      {view.change === 'renamed' && (
        <span class="from">
          <Icon name="arrow-left" />
          <SafePath path={view.oldPath} />
        </span>
      )}
      {view.change !== 'modified' && <span class="label">{changes[view.change].word}</span>}
      {view.modes && (
        <span class="label" title={t('The mode of the file changed')}>
          {view.modes.old} → {view.modes.new}
        </span>
      )}
      {file.hiddenChanges !== undefined && (
        <span class="label" title={t('Whitespace-only changes are shown as unchanged lines')}>
          {t('{0} whitespace-only hidden', grouped(file.hiddenChanges))}
        </span>
      )}
      <span class="filler" />
      <DiffStats additions={file.additions} deletions={file.deletions} />
      <button
        type="button"
        class="iconButton"
        tabIndex={tabIndex}
        data-action="copyLink"
        title={t('Copy a Link to This File (y)')}
        aria-label={t('Copy a link to {0}', name)}
      >
        <Icon name="link" />
      </button>
      <button
        type="button"
        class="iconButton"
        tabIndex={tabIndex}
        data-action="open"
        title={t('Open in the Diff Editor (o)')}
        aria-label={t('Open {0} in the diff editor', name)}
      >
        <Icon name="go-to-file" />
      </button>
    </div>
  );
}

/** Label for screen readers. */
export function fileLabel(file: DiffFile): string {
  const { change, oldPath } = file.view;
  const what =
    change === 'renamed'
      ? t('renamed from {0}', visibleString(oldPath, 'name'))
      : changes[change].word.toLocaleLowerCase(pageLocale());
  return `${visibleString(file.path, 'name')}, ${what}, ${changedLines(file)}`;
}

export const changedLines = ({ additions, deletions }: DiffFile): string =>
  t('{0} lines added, {1} deleted', grouped(additions), grouped(deletions));

/** Shape and colour as in VS Code. */
export function ChangeIcon({ file }: { readonly file: DiffFile }): VNode {
  const { icon, word } = changes[file.view.change];
  return (
    <span class={`change ${file.view.change}`} role="img" aria-label={word} title={word}>
      <Icon name={icon} />
    </span>
  );
}

/** Such as `+12 −3`. */
export function DiffStats({ additions, deletions }: { readonly additions: number; readonly deletions: number }): VNode {
  return (
    <span class="counts">
      {additions > 0 && (
        <span class="plus" role="img" aria-label={t('{0} added', grouped(additions))}>
          +{grouped(additions)}
        </span>
      )}
      {deletions > 0 && (
        <span class="minus" role="img" aria-label={t('{0} deleted', grouped(deletions))}>
          −{grouped(deletions)}
        </span>
      )}
    </span>
  );
}
