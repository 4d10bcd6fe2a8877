import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ComposerView, FromComposer, ToComposer } from '../../messages/composer.ts';
import { handle, type Handlers } from '../../messages/page.ts';
import { type Host, useMessages } from '../elements/host.ts';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { Done } from './done.tsx';
import { Files } from './files.tsx';
import { MessageField } from './messageField.tsx';
import { SendArea } from './sendArea.tsx';
import { Target } from './target.tsx';
import { t } from '../elements/texts.ts';

export function Page({ host }: { readonly host: Host<FromComposer> }): VNode {
  const [view, setView] = useState<ComposerView>();
  const [text, setText] = useState<string>();
  const handlers: Handlers<ToComposer> = {
    view: (message) => setView(message.view),
    message: (message) => setText(message.text),
  };
  useMessages<ToComposer>(handlers, (message) => void handle(handlers, message), host);

  if (view === undefined || text === undefined) {
    return (
      <main class="page composer">
        <div class="body">
          <Loading text={t('Loading…')} />
        </div>
      </main>
    );
  }
  const isClosed = view.state === 'done' || view.state === 'sending';
  const sendByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // pending input may have unblocked it; the extension decides
    if (!isClosed) host.post({ type: 'send' });
  };
  return (
    <main class="page composer" onKeyDown={sendByKey}>
      <div class="body">
        <header>
          <h1>{t('New commit on the server')}</h1>
          <p class="quiet">
            <SafeText text={view.project} role="name" />
            {view.source !== undefined && (
              <>
                {' · '}
                <SafeText text={view.source} role="name" />
              </>
            )}
          </p>
        </header>
        {view.done && <Done done={view.done} host={host} />}
        <fieldset class="plain" disabled={isClosed}>
          <Target view={view} host={host} />
          <MessageField text={text} onText={(next) => host.post({ type: 'message', text: next })} />
          <Files view={view} host={host} />
        </fieldset>
      </div>
      {view.done === undefined && <SendArea view={view} host={host} />}
    </main>
  );
}
