import type { VNode } from 'preact';
import type { ComposerNoticeView, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { t } from '../elements/texts.ts';
import { LinkButton } from './linkButton.tsx';

export function SendArea({ view, host }: { readonly view: ComposerView; readonly host: Host<FromComposer> }): VNode {
  return (
    <footer class="sendArea">
      <Notices notices={view.notices} host={host} />
      <SendBar view={view} host={host} />
    </footer>
  );
}

const icons: Readonly<Record<ComposerNoticeView['level'], readonly [IconName, string]>> = {
  blocks: ['error', 'bad'],
  warns: ['warning', 'warning'],
  says: ['info', 'active'],
};

function Notices(props: { readonly notices: readonly ComposerNoticeView[]; readonly host: Host<FromComposer> }): VNode {
  return (
    <ul class="notices" aria-live="polite" aria-label={t('Before you commit')}>
      {props.notices.map((notice) => {
        const [icon, tone] = icons[notice.level];
        const { remedy } = notice;
        return (
          <li key={notice.text}>
            <Icon name={icon} class={tone} />
            <div>
              <span class="words">
                <SafeText text={notice.text} role="name" />
              </span>{' '}
              {remedy && <LinkButton onClick={() => props.host.post({ type: remedy.does })}>{remedy.label}</LinkButton>}
              {notice.lines.length > 0 && (
                <ul class="lines">
                  {notice.lines.map((line) => (
                    <li key={line} class="words">
                      <SafeText text={line} role="name" />
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** Summary and Commit button, with the reason while it is disabled. */
function SendBar({ view, host }: { readonly view: ComposerView; readonly host: Host<FromComposer> }): VNode {
  const isOff = view.whyNot !== undefined;
  return (
    <div class="sendBar">
      <span class="summary" role="status">
        {view.progress === undefined ? <SafeText text={view.summary} role="name" /> : <Loading text={view.progress} />}
      </span>
      <LinkButton title={t('Shows the complete request')} onClick={() => host.post({ type: 'showRequest' })}>
        {t('Show Request')}
      </LinkButton>
      <span class="filler" />
      <button
        type="button"
        class="button primary"
        aria-disabled={isOff}
        title={view.whyNot ?? t('Ctrl+Enter')}
        onClick={() => !isOff && host.post({ type: 'send' })}
      >
        <Icon name="cloud-upload" />
        {t('Commit on {0}', view.server)}
      </button>
    </div>
  );
}
