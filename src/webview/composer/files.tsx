import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { ComposedFileView, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon, IconButton } from '../elements/icon.tsx';
import { SafePath, SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import { t } from '../elements/texts.ts';
import { LinkButton } from './linkButton.tsx';

interface Props {
  readonly view: ComposerView;
  readonly host: Host<FromComposer>;
}

export function Files({ view, host }: Props): VNode {
  const list = useRef<HTMLUListElement>(null);
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !list.current) return;
    const rows = [...list.current.querySelectorAll<HTMLElement>('.openFile')];
    const row = (document.activeElement as HTMLElement | null)?.closest('li');
    const at = rows.findIndex((button) => row?.contains(button));
    rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
    event.preventDefault();
  };
  return (
    <section class="files" aria-label={t('Files')}>
      <div class="filesHead">
        <h2>{t('Files')}</h2>
        <span class="filler" />
        <button type="button" class="button" onClick={() => host.post({ type: 'addAction' })}>
          <Icon name="add" />
          {t('Add File…')}
        </button>
        {view.source !== undefined && (
          <IconButton icon="refresh" label={t('Refresh changes')} onClick={() => host.post({ type: 'read' })} />
        )}
      </div>
      {view.files.length === 0 && (
        <p class="quiet empty">{view.state === 'reading' ? t('Reading the changes…') : t('No file is changed yet.')}</p>
      )}
      <ul ref={list} onKeyDown={walk}>
        {view.files.map((file) => (
          <File key={`${file.path} ${file.isByHand}`} file={file} host={host} />
        ))}
      </ul>
      {view.leftOut.length > 0 && (
        <div class="leftOut">
          <h3>
            <Icon name="circle-slash" /> {t('Left out')}
          </h3>
          <ul>
            {view.leftOut.map(({ path, why }) => (
              <li key={path}>
                <SafePath path={path} />
                <span class="quiet words">
                  <SafeText text={why} role="name" />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

const kinds: Readonly<Record<ComposedFileView['kind'], { readonly icon: IconName; readonly word: string }>> = {
  create: { icon: 'diff-added', word: t('create') },
  update: { icon: 'diff-modified', word: t('update') },
  delete: { icon: 'diff-removed', word: t('delete') },
  move: { icon: 'diff-renamed', word: t('move') },
  chmod: { icon: 'terminal', word: t('mode') },
};

function File({ file, host }: { readonly file: ComposedFileView; readonly host: Host<FromComposer> }): VNode {
  const { path } = file;
  const { icon, word } = kinds[file.kind];
  const name = visibleString(path, 'name');
  return (
    <li class={file.isIncluded ? 'file' : 'file isOut'}>
      <div class="fileRow">
        <input
          type="checkbox"
          checked={file.isIncluded}
          aria-label={t('Include {0}', name)}
          onChange={(event) => host.post({ type: 'include', path, on: event.currentTarget.checked })}
        />
        <span class={`kind ${file.kind}`} title={word}>
          <Icon name={icon} />
          {word}
        </span>
        <button
          type="button"
          class="openFile"
          title={file.hasDiff ? t('Compare {0} with the server', name) : name}
          aria-disabled={!file.hasDiff}
          onClick={() => file.hasDiff && host.post({ type: 'openFile', path })}
        >
          {file.previousPath !== undefined && (
            <>
              <SafePath path={file.previousPath} />
              <Icon name="arrow-right" />
              <span class="forReaders">{t('becomes')}</span>
            </>
          )}
          <SafePath path={path} />
        </button>
        {file.facts.map((fact) => (
          <span key={fact} class="fact">
            <SafeText text={fact} role="name" />
          </span>
        ))}
        <span class="filler" />
        {file.additions !== undefined && file.deletions !== undefined && file.additions + file.deletions > 0 && (
          <span class="counts">
            <span class="plus">+{file.additions}</span>
            <span class="minus">−{file.deletions}</span>
          </span>
        )}
        {file.isByHand && (
          <IconButton icon="close" label={t('Remove {0}', name)} onClick={() => host.post({ type: 'remove', path })} />
        )}
      </div>
      {file.notices.map((notice) => (
        <p key={notice.text} class="fileNotice">
          <Icon
            name={notice.level === 'blocks' ? 'error' : 'warning'}
            class={notice.level === 'blocks' ? 'bad' : 'warning'}
          />{' '}
          <span>{notice.text}</span>{' '}
          {notice.decision && (
            <LinkButton
              aria-label={`${notice.decision.label}: ${name}`}
              onClick={() => host.post({ type: 'accept', path, on: notice.decision?.accept === true })}
            >
              {notice.decision.label}
            </LinkButton>
          )}
          {notice.decision && file.hasDiff && (
            <LinkButton
              aria-label={t('Show the difference: {0}', name)}
              onClick={() => host.post({ type: 'openFile', path })}
            >
              {t('Show the Difference')}
            </LinkButton>
          )}
        </p>
      ))}
    </li>
  );
}
