import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ComposerView, ToComposer } from '../../messages/composer.ts';
import { Loading } from '../elements/part.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { Done } from './done.tsx';
import { Files } from './files.tsx';
import type { Host } from './host.ts';
import { MessageField } from './messageField.tsx';
import { Notices } from './notices.tsx';
import { SendBar } from './sendBar.tsx';
import { Target } from './target.tsx';

/** The whole page: where the commit goes, its message, its files, what to know before, and the button that sends it. */
export function Page({ host }: { readonly host: Host }): VNode {
  const [view, setView] = useState<ComposerView>();
  const [text, setText] = useState<string>();
  useLayoutEffect(() => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (!isToComposer(data)) return;
      if (data.type === 'view') setView(data.view);
      else setText(data.text);
    };
    window.addEventListener('message', listener);
    host.post({ type: 'ready' });
    return () => window.removeEventListener('message', listener);
  }, []);

  if (view === undefined || text === undefined) {
    return (
      <main class="page composer">
        <div class="body">
          <Loading text="Loading…" />
        </div>
      </main>
    );
  }
  const isClosed = view.state === 'done' || view.state === 'sending';
  const sendByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // what was typed last may have settled what still kept it back: the extension knows
    if (!isClosed) host.post({ type: 'send' });
  };
  return (
    <main class="page composer" onKeyDown={sendByKey}>
      <div class="body">
        <header>
          <h1>New commit on the server</h1>
          <p class="quiet">
            <SafeText text={`${view.server} · ${view.project}`} role="name" />
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
      {view.done === undefined && (
        <footer class="sendArea">
          <Notices notices={view.notices} host={host} />
          <SendBar view={view} host={host} />
        </footer>
      )}
    </main>
  );
}

function isToComposer(data: unknown): data is ToComposer {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false;
  return data.type === 'view' || data.type === 'message';
}
