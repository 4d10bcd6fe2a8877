import type { VNode } from 'preact';
import type { ComposerNoticeView } from '../../messages/composer.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import type { Host } from './host.ts';

const icons: Readonly<Record<ComposerNoticeView['level'], readonly [string, string]>> = {
  blocks: ['error', 'bad'],
  warns: ['warning', 'warning'],
  says: ['info', 'active'],
};

/** What to know before the commit is sent. */
export function Notices(props: { readonly notices: readonly ComposerNoticeView[]; readonly host: Host }): VNode {
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
