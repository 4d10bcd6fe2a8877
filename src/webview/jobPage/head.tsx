import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FromJobPage, JobView } from '../../messages/jobPage.ts';
import { Badge } from '../elements/badge.tsx';
import { hasLostFocus } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { t } from '../elements/texts.ts';

export function Head(props: {
  readonly job: JobView;
  readonly post: (message: FromJobPage) => void;
  /** Takes the focus of a removed button. */
  readonly refocus: () => void;
}): VNode {
  const { job, post } = props;
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && hasLostFocus()) props.refocus();
    // restore it later if the focus is outside now
    if (document.hasFocus()) hadFocus.current = false;
  });
  return (
    <header class="jobHead">
      <h1>
        <Icon name={job.icon} />
        <span class="words">
          <SafeText text={job.title} role="name" />
        </span>
      </h1>
      <p class={`phase ${job.phase.name}`} role="status">
        <Badge icon={job.phase.icon} tone={job.phase.tone}>
          <strong>{job.phase.word}</strong>
        </Badge>{' '}
        <span class="words">
          <SafeText text={job.phase.sentence} role="message" />
        </span>
      </p>
      <div
        class="buttons"
        role="group"
        aria-label={t('Actions')}
        onFocusIn={() => (hadFocus.current = true)}
        onFocusOut={(event) => (hadFocus.current = event.relatedTarget === null)}
      >
        {job.actions.map(({ name, label, icon, isPrimary }) => (
          <button
            key={name}
            type="button"
            class={isPrimary ? 'button primary' : 'button'}
            onClick={() => post({ type: 'act', action: name })}
          >
            <Icon name={icon} /> {label}
          </button>
        ))}
      </div>
    </header>
  );
}
