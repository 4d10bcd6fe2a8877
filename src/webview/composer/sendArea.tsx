import type { VNode } from 'preact';
import type { ComposerNoticeView, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';

/** What to know before the commit is sent, and below it the button that sends it. */
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
    <ul class="notices" aria-live="polite" aria-label="Before you commit">
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
              {remedy && (
                <button type="button" class="link" onClick={() => props.host.post({ type: remedy.does })}>
                  {remedy.label}
                </button>
              )}
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

/** The request in a line, and the button that sends it; while something keeps it from being sent, the reason. */
function SendBar({ view, host }: { readonly view: ComposerView; readonly host: Host<FromComposer> }): VNode {
  const isOff = view.whyNot !== undefined;
  return (
    <div class="sendBar">
      <span class="summary" role="status">
        {view.progress === undefined ? <SafeText text={view.summary} role="name" /> : <Loading text={view.progress} />}
      </span>
      <button
        type="button"
        class="link"
        title="Shows the complete request"
        onClick={() => host.post({ type: 'showRequest' })}
      >
        Show Request
      </button>
      <span class="filler" />
      <button
        type="button"
        class="button primary"
        aria-disabled={isOff}
        title={view.whyNot ?? 'Ctrl+Enter'}
        onClick={() => !isOff && host.post({ type: 'send' })}
      >
        <Icon name="cloud-upload" />
        Commit on {view.server}
      </button>
    </div>
  );
}
