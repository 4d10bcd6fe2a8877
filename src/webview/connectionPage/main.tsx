import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  ConnectionActionView,
  ConnectionPageState,
  ConnectionStepView,
  FromConnectionPage,
  ToConnectionPage,
} from '../../messages/connectionPage.ts';
import { connectHost, hasLostFocus, type Host, noMemory, useMessages } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';

function ConnectionPage({ host }: { readonly host: Host<FromConnectionPage, ConnectionPageState> }): VNode {
  const [check, setCheck] = useState<ToConnectionPage>();
  useMessages<ToConnectionPage>({ check: true }, setCheck, host);
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // the focused button may be gone; keys scroll the page from the start
    if (check === undefined || hasLostFocus()) main.current?.focus({ preventScroll: true });
  });
  const act = (action: string): void => host.post({ type: 'act', action });
  return (
    <main class="page connectionPage" tabIndex={-1} ref={main} aria-busy={check?.isRunning ?? true}>
      <h1 class="words">
        <SafeText text={host.subject?.title ?? ''} role="name" />
      </h1>
      {check && (
        <>
          <p role="status">{check.summary}</p>
          <Buttons actions={check.actions} act={act} />
          <ol>
            {check.steps.map((step) => (
              <Step key={step.title} step={step} act={act} />
            ))}
          </ol>
        </>
      )}
    </main>
  );
}

function Step({ step, act }: { readonly step: ConnectionStepView; readonly act: (action: string) => void }): VNode {
  const { icon, tone, state, title, host, sentence, actions } = step;
  return (
    <li>
      <span class={tone}>
        <Icon name={icon} class={icon === 'loading' ? 'codicon-modifier-spin' : ''} />
      </span>
      <span class="forReaders">{state}</span>
      <div class="words">
        <strong>{title}</strong> <span class="quiet">{host}</span>
        <p>
          <SafeText text={sentence} role="message" />
        </p>
        <Buttons actions={actions} act={act} />
      </div>
    </li>
  );
}

function Buttons(props: {
  readonly actions: readonly ConnectionActionView[];
  readonly act: (action: string) => void;
}): VNode {
  return (
    <div class="buttons">
      {props.actions.map(({ name, label }) => (
        <button key={name} type="button" class="button" onClick={() => props.act(name)}>
          {label}
        </button>
      ))}
    </div>
  );
}

const place = document.getElementById('page');
if (place) render(<ConnectionPage host={connectHost<FromConnectionPage, ConnectionPageState>(noMemory)} />, place);
