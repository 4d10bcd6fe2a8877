import assert from 'node:assert/strict';
import type { FromFailedPage, ToFailedPage } from '../../src/messages/failedPage.ts';
import { provesAccessible } from './accessible.ts';
import { usePages } from './pageHarness.ts';

const failed: ToFailedPage = {
  type: 'failed',
  title: 'The board “June” could not be shown',
  message: 'The server is not there. It is kept.',
};

describe('the page that stands in for one that could not be shown', () => {
  const open = usePages<ToFailedPage, FromFailedPage>({ name: 'failedPage', styles: [], state: null });

  it('says what could not be shown and why, and tries again', async () => {
    const opened = await open();
    await opened.send(failed);
    assert.match(await opened.page.getByRole('alert').innerText(), /“June” could not be shown\s+.*is not there/s);
    await opened.posted();
    await opened.page.getByRole('button', { name: /^Retry/ }).click();
    assert.deepEqual(await opened.posted(), [{ type: 'retry' }]);
    await opened.page.getByText('Loading…').waitFor();
    await opened.send(failed);
    await opened.page.getByRole('alert').waitFor();
  });

  it('leaves what the page has kept as it was', async () => {
    const opened = await open();
    await opened.send(failed);
    assert.equal(await opened.kept(), null);
  });
});

describe('accessibility of the page that stands in', () => {
  provesAccessible(
    usePages<ToFailedPage, FromFailedPage>({ name: 'failedPage', styles: [], state: null }),
    'failed-page',
    [
      ['is loading', []],
      ['has failed', [failed]],
    ],
  );
});
