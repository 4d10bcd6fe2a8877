import { render, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { FromFailedPage, ToFailedPage } from '../../messages/failedPage.ts';
import { connectHost, type Host, noMemory, useMessages } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { Loading } from '../elements/part.tsx';
import { t } from '../elements/texts.ts';

function FailedPage({ host }: { readonly host: Host<FromFailedPage> }): VNode {
  const [shown, setShown] = useState<ToFailedPage>();
  useMessages<ToFailedPage>({ failed: true }, setShown, host);
  if (shown === undefined) {
    return (
      <main class="page failedPage" aria-busy="true">
        <h1>
          <Loading text={t('Loading…')} />
        </h1>
      </main>
    );
  }
  const retry = (): void => {
    setShown(undefined);
    host.post({ type: 'retry' });
  };
  return (
    <main class="page failedPage">
      <div role="alert">
        <Icon name="error" class="bad" />
        <h1>{shown.title}</h1>
        <p>{shown.message}</p>
        <button type="button" class="button primary" onClick={retry}>
          {t('Retry')}
        </button>
      </div>
    </main>
  );
}

const root = document.getElementById('page');
// without state, so that the original page's state is kept
if (root) render(<FailedPage host={connectHost(noMemory)} />, root);
