import assert from 'node:assert/strict';
import type { FromConnectionPage, ToConnectionPage } from '../../src/messages/connectionPage.ts';
import { provesAccessible } from './accessible.ts';
import { usePages } from './pageHarness.ts';

const check: ToConnectionPage = {
  type: 'check',
  summary: '1 step failed.',
  isRunning: false,
  actions: [{ name: 'again', label: 'Check Again' }],
  steps: [
    {
      icon: 'pass',
      tone: 'good',
      state: 'passed',
      title: 'Proxy',
      host: 'gitlab.example.com',
      sentence: 'None.',
      actions: [],
    },
    {
      icon: 'error',
      tone: 'bad',
      state: 'failed',
      title: 'Answer',
      host: 'gitlab.example.com',
      sentence: 'The server said \u202eno.',
      actions: [{ name: 'changeUrl', label: 'Change URL…' }],
    },
  ],
};

const open = (): ReturnType<typeof usePages<ToConnectionPage, FromConnectionPage>> =>
  usePages<ToConnectionPage, FromConnectionPage>({
    name: 'connectionPage',
    styles: [],
    state: { title: 'Connection to gitlab.example.com' },
  });

describe('the page that checks a connection', () => {
  const opening = open();

  it('shows each step with its state and host, makes hidden characters visible, and posts what is wanted', async () => {
    const opened = await opening();
    await opened.send(check);
    const steps = opened.page.getByRole('listitem');
    assert.match(
      (await steps.nth(1).innerText()).replace(/\s+/g, ' '),
      /failed Answer gitlab\.example\.com .*U\+202E.*no\./,
    );
    await opened.posted();
    await opened.page.getByRole('button', { name: 'Change URL…' }).press('Enter');
    await opened.page.getByRole('button', { name: 'Check Again' }).press('Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'act', action: 'changeUrl' },
      { type: 'act', action: 'again' },
    ]);
  });
});

describe('accessibility of the page that checks a connection', () => {
  provesAccessible(open(), 'connection-page', [
    ['is loading', []],
    ['is under way', [{ ...check, isRunning: true }]],
    ['has ended', [check]],
  ]);
});
