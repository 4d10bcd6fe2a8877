import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ToCommitPage } from '../../../src/messages/commitPage.ts';
import type { FromConversation } from '../../../src/messages/conversation.ts';
import { shortTime } from '../../../src/webview/elements/dates.ts';
import { poll } from '../../support/poll.ts';
import { attacks } from '../markdown/attacks.ts';
import {
  at,
  conversation,
  note,
  theCommit,
  thread,
  useConversationPages,
  type ConversationPage,
} from './conversationPages.ts';

const texts = (opened: ConversationPage, selector: string): Promise<string[]> =>
  opened.page.$$eval(selector, (all) => all.map((each) => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim()));

const types: Readonly<Record<FromConversation['type'], true>> = {
  keepText: true,
  sendText: true,
  deleteNote: true,
  refreshConversation: true,
  stopConversation: true,
};

const told = async (opened: ConversationPage): Promise<FromConversation[]> =>
  (await opened.posted()).filter((message): message is FromConversation => Object.hasOwn(types, message.type));

const tells = async <T extends FromConversation['type']>(
  opened: ConversationPage,
  type: T,
): Promise<Extract<FromConversation, { type: T }>> => {
  const all: FromConversation[] = [];
  return poll(
    async () => {
      all.push(...(await told(opened)));
      return all.find((message): message is Extract<FromConversation, { type: T }> => message.type === type);
    },
    { what: `the page to tell ${type}` },
  );
};

const field = '.writer textarea';
const line = { oldPath: 'src/upload.ts', newPath: 'src/upload.ts', oldLine: undefined, newLine: 12 };

describe('conversation on the commit page', () => {
  const open = useConversationPages();

  it('shows threads below their lines, general ones below the head, and says how many there are', async () => {
    const opened = await open();
    await opened.send(
      ...theCommit,
      conversation([
        thread('a', at(12), note('On a new line'), note('An answer', { author: 'Mara', isOwn: true })),
        thread('b', undefined, note('On the whole')),
        thread('c', at(undefined, 11), note('On a removed line')),
      ]),
    );
    assert.deepEqual(await texts(opened, '.conversation .threadBox .markdown'), ['On the whole']);
    assert.deepEqual(await texts(opened, '.conversationHead [role=status]'), ['3 threads, 2 on lines']);
    assert.match((await texts(opened, '.conversation > p.quiet')).join(), /^Comments go to the commit at once/);
    assert.deepEqual(await texts(opened, '.toolbar .link'), ['2 comments']);
    const order = await opened.page.$$eval('.row.line, .extra', (rows) =>
      rows
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          text: row.querySelector('.code, .markdown')?.textContent ?? '',
        }))
        .sort((one, other) => one.top - other.top)
        .map(({ text }) => text)
        .slice(0, 8),
    );
    assert.deepEqual(order, ['a', 'b', 'On a removed line', 'c', 'd', 'On a new line', 'e', 'f']);
    assert.deepEqual(await texts(opened, '.remark .tag'), ['You']);
    await opened.send(conversation([thread('a', undefined, note('Secret', { labels: ['Internal'] }))]));
    assert.deepEqual(await texts(opened, '.remark .tag'), ['Internal']);
  });

  it('shows what has no place any more at its file, or with the general ones', async () => {
    const opened = await open();
    await opened.send(
      ...theCommit,
      conversation([
        thread('a', at(99), note('Far away')),
        thread('b', at(12, undefined, { isInThisDiff: false }), note('Older version')),
        thread('c', at(3, undefined, { newPath: 'gone.ts', oldPath: 'gone.ts' }), note('Other file')),
      ]),
    );
    assert.deepEqual(await texts(opened, '.extra .threadPlace'), [
      'On line 99, which is not shown here',
      'On line 12 of another version of the file',
    ]);
    assert.deepEqual(await texts(opened, '.conversation .threadPlace'), [
      'On line 3 of a file this commit does not show: gone.ts',
    ]);
  });

  it('says when the conversation cannot be read, and asks for it again', async () => {
    const opened = await open();
    const failure = { message: 'gitlab.example.com returned an error: “500”.', retryable: true };
    await opened.send(...theCommit, { type: 'conversation', view: { state: 'failed', failure }, isRefreshing: false });
    assert.deepEqual(await texts(opened, '.conversationHead .failure .words'), [failure.message]);
    await opened.page.getByRole('button', { name: 'Retry: comments' }).click();
    await tells(opened, 'refreshConversation');
  });

  it('is not said again where the page says above why nothing could be read, and is asked for from there', async () => {
    const opened = await open();
    const failure = { message: 'There is no network.', retryable: true };
    const asOfMs = Date.UTC(2026, 10, 20, 10, 5);
    const refs = { branches: [], tags: [], more: true, rest: { state: 'failed', failure } } as const;
    await opened.send(
      ...theCommit,
      conversation([thread('a', undefined, note('Kept'))]),
      { type: 'filesFailed', failure },
      ...(['signature', 'statuses'] as const).map((name): ToCommitPage => ({
        type: 'part',
        part: { name, view: { state: 'failed', failure } },
      })),
      { type: 'part', part: { name: 'refs', view: { state: 'ready', value: refs } } },
      { type: 'conversation', view: { state: 'failed', failure: { ...failure, asOfMs } }, isRefreshing: false },
    );
    const asOf = shortTime(asOfMs, 'en').replace(/\s/g, ' ');
    assert.deepEqual(await texts(opened, '.failure .words'), [`There is no network. Shown as of ${asOf}.`]);
    assert.deepEqual(await texts(opened, '.conversationHead [role=status]'), ['1 thread']);
    await opened.posted();
    await opened.page.getByRole('button', { name: /^Retry/ }).press('Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'refreshConversation' },
      { type: 'retry', what: 'signature' },
      { type: 'retry', what: 'statuses' },
      { type: 'loadAllRefs' },
      { type: 'retry', what: 'files' },
    ]);
    // a failed part shows its own message
    const loading = { ...refs, rest: { state: 'loading', count: 0 } } as const;
    await opened.send(
      { type: 'part', part: { name: 'refs', view: { state: 'ready', value: loading } } },
      { type: 'filesFailed', failure },
    );
    assert.match(await opened.page.locator('.filesEnd').innerText(), /There is no network\.\s+Retry/);
    assert.equal(await opened.page.getByText('Kept').count(), 1);
  });

  it('is asked for with the commit where that could not be read either', async () => {
    const opened = await open();
    const failure = { message: 'There is no network.', retryable: true };
    await opened.send(
      ...theCommit,
      { type: 'failed', failure },
      { type: 'conversation', view: { state: 'failed', failure }, isRefreshing: false },
      { type: 'filesFailed', failure },
    );
    await opened.posted();
    await opened.page.getByRole('button', { name: /^Retry/ }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'retry', what: 'commit' }, { type: 'refreshConversation' }]);
  });

  it('is given up by keyboard, and read after all; what was read stays while it is read again and when that fails', async () => {
    const opened = await open();
    await opened.send(...theCommit);
    await opened.page.getByRole('button', { name: 'Cancel loading comments' }).press('Enter');
    await tells(opened, 'stopConversation');
    const stopped = { message: 'Not loaded: you cancelled.', retryable: true, stopped: true } as const;
    await opened.send({ type: 'conversation', view: { state: 'failed', failure: stopped }, isRefreshing: false });
    assert.deepEqual(await texts(opened, '.conversationHead .failure .words'), [stopped.message]);
    await opened.page.keyboard.press('Enter');
    await tells(opened, 'refreshConversation');
    await opened.send(conversation([thread('a', undefined, note('Kept'))]));
    await opened.page.getByRole('button', { name: 'Refresh comments' }).click();
    const failure = { message: 'No server.', retryable: true };
    await opened.send({ type: 'conversation', view: { state: 'failed', failure }, isRefreshing: false });
    assert.deepEqual(await texts(opened, '.conversationHead .failure .words'), [failure.message]);
    assert.equal(await opened.page.getByText('Kept').count(), 1);
  });

  it('lets one change and delete one’s own comments, in their places', async () => {
    const opened = await open();
    const own = { author: 'Mara', isOwn: true, canChange: true };
    await opened.send(
      ...theCommit,
      conversation([thread('a', undefined, note('Not mine'), note('Fisrt words', { id: '7', ...own }))]),
    );
    const { page } = opened;
    assert.equal(await page.getByRole('button', { name: 'Edit comment' }).count(), 1);
    await page.getByRole('button', { name: 'Delete comment' }).press('Enter');
    const at = { kind: 'note', thread: 'a', id: 7, base: 'Fisrt words' } as const;
    assert.deepEqual(await tells(opened, 'deleteNote'), { type: 'deleteNote', note: at });

    await page.getByRole('button', { name: 'Edit comment' }).press('Enter');
    await page.locator(field).waitFor();
    assert.equal(await page.locator(field).inputValue(), 'Fisrt words');
    assert.deepEqual(await texts(opened, '.remark .markdown'), ['Not mine']);
    // nothing typed yet
    await page.keyboard.press('Escape');
    await page.locator(field).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit comment' }).press('Enter');
    await page.locator(field).waitFor();
    await told(opened);
    await page.locator(field).fill('First words');
    assert.deepEqual((await tells(opened, 'keepText')).place, at);
    await page.keyboard.press('Control+Enter');
    assert.partialDeepStrictEqual(await tells(opened, 'sendText'), { place: at, text: 'First words' });
    await opened.send({
      type: 'textState',
      place: at,
      state: { kind: 'refused', message: 'It was changed elsewhere.' },
    });
    await page.getByText('Unsaved. It was changed elsewhere.').waitFor();
    // the comment was deleted: the typed text becomes a new one
    await opened.send(conversation([thread('a', undefined, note('Not mine'))]));
    await page.getByText('The comment you were editing was deleted').waitFor();
    assert.equal(await page.locator(field).inputValue(), 'First words');
    await page.getByRole('button', { name: 'Send again' }).click();
    const sent = await tells(opened, 'sendText');
    assert.partialDeepStrictEqual(sent, { place: { kind: 'commit' }, instead: at, text: 'First words' });
  });

  it('offers no change where the token may not write', async () => {
    const opened = await open();
    const threads = [thread('a', undefined, note('Mine', { isOwn: true, canChange: true }))];
    await opened.send(...theCommit, conversation(threads, { readOnly: 'The token may only read.' }));
    assert.equal(await opened.page.getByRole('button', { name: 'Edit comment' }).count(), 0);
  });

  it('is written by keyboard alone: a line, the text, a preview, sent once', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([]));
    const { page } = opened;
    await page.getByRole('row', { name: 'Line 12 added: d' }).first().focus();
    await page.keyboard.press('m');
    await page.locator(field).waitFor();
    await page.keyboard.type('Is **this** safe?');
    const wanted = { type: 'keepText', place: { kind: 'line', ...line }, text: 'Is **this** safe?' } as const;
    // stored while typing
    await poll(async () => (await told(opened)).some((each) => isDeepStrictEqual(each, wanted)), {
      what: 'the text to be kept',
    });
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.locator('.writerPreview strong').waitFor();
    assert.deepEqual(await texts(opened, '.writerPreview strong'), ['this']);
    await page.getByRole('tab', { name: 'Write' }).click();
    await page.locator(field).focus();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await opened.drawn();
    const sent = (await told(opened)).filter(({ type }) => type === 'sendText');
    assert.deepEqual(sent, [
      {
        type: 'sendText',
        place: { kind: 'line', ...line },
        instead: undefined,
        text: 'Is **this** safe?',
        form: 'thread',
      },
    ]);
    assert.deepEqual(await texts(opened, '.writer .primary'), ['Sending…']);
    await opened.send(conversation([thread('a', at(12), note('Is **this** safe?', { isOwn: true }))]), {
      type: 'textState',
      place: { kind: 'line', ...line },
      state: 'gone',
    });
    assert.equal(await page.locator('.writer').count(), 0);
    assert.deepEqual(await texts(opened, '.extra .markdown'), ['Is this safe?']);
  });

  it('keeps the text on Escape, closes an empty field, and discards only when asked', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([]));
    const { page } = opened;
    await page.getByRole('row', { name: 'Line 12 added: d' }).first().focus();
    await page.keyboard.press('m');
    await page.locator(field).waitFor();
    await page.keyboard.press('Escape');
    await opened.drawn();
    assert.equal(await page.locator(field).count(), 0);
    await page.getByRole('row', { name: 'Line 12 added: d' }).first().focus();
    await page.keyboard.press('m');
    await page.locator(field).waitFor();
    await page.keyboard.type('Stays');
    await page.keyboard.press('Escape');
    await opened.drawn();
    assert.equal(await page.locator(field).inputValue(), 'Stays');
    await page.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await page.locator(field).count(), 0);
    await poll(async () => (await told(opened)).some((each) => each.type === 'keepText' && each.text === ''), {
      what: 'the text to be forgotten',
    });
  });

  it('offers a text from before again, and says that the server does not have it', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([thread('a', at(12), note('Why?'))]), {
      type: 'texts',
      texts: [
        { place: { kind: 'thread', id: 'a' }, text: 'Because', state: { kind: 'typed', isLeftOver: true } },
        { place: { kind: 'commit' }, text: 'Nice', state: { kind: 'refused', message: '“403 Forbidden” (403).' } },
      ],
    });
    assert.deepEqual(await opened.page.$$eval(field, (all) => all.map((each) => (each as HTMLTextAreaElement).value)), [
      'Nice',
      'Because',
    ]);
    assert.deepEqual(await texts(opened, '.writerWord .words'), [
      'Unsaved. “403 Forbidden” (403).',
      'Unsaved comment. This is the text you typed here.',
    ]);
  });

  it('says next to the text what the server refused, and lets it be changed and sent again', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([thread('a', at(12), note('Why?'))]));
    const { page } = opened;
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('Because');
    await page.keyboard.press('Control+Enter');
    const place = { kind: 'thread', id: 'a' } as const;
    await opened.send({
      type: 'textState',
      place,
      state: { kind: 'refused', message: 'It refused this: “no” (400).' },
    });
    assert.deepEqual(await texts(opened, '.writerWord.error .words'), ['Unsaved. It refused this: “no” (400).']);
    assert.equal(await page.locator(field).inputValue(), 'Because');
    await told(opened);
    await page.getByRole('button', { name: 'Send again' }).click();
    assert.equal((await tells(opened, 'sendText')).text, 'Because');
  });

  it('warns before a comment on a line the commit did not change, and offers other places', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([]));
    const { page } = opened;
    await page.getByRole('row', { name: 'Line 14: f' }).first().focus();
    await page.keyboard.press('m');
    await page.locator(field).waitFor();
    await page.keyboard.type('Hm');
    assert.match(
      (await texts(opened, '.writerWord.warning .words'))[0] ?? '',
      /^The commit did not change line 14\. The server may save/,
    );
    assert.deepEqual(await texts(opened, '.writer .button'), [
      'Send on line 13 instead',
      'Send without a line',
      'Send here anyway',
      'Discard',
    ]);
    await told(opened);
    await page.getByRole('button', { name: 'Send on line 13 instead' }).click();
    assert.partialDeepStrictEqual(await tells(opened, 'sendText'), {
      place: { kind: 'line', newLine: 13 },
      instead: { kind: 'line', oldLine: 12, newLine: 14 },
      text: 'Hm',
    });
    assert.deepEqual(await texts(opened, '.extra.composer .writer .primary'), ['Sending…']);
  });

  it('says when the server kept the comment but not its line', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([]), {
      type: 'texts',
      texts: [{ place: { kind: 'line', ...line }, text: 'Hm', state: { kind: 'sending' } }],
    });
    const message = 'The server saved the comment without its line.';
    await opened.send(conversation([thread('a', undefined, note('Hm'))]), {
      type: 'textState',
      place: { kind: 'line', ...line },
      state: { kind: 'sent', message },
    });
    assert.deepEqual(await texts(opened, '.writer.sent .words'), [message]);
    await opened.page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await opened.page.locator('.writer').count(), 0);
  });

  it('goes from comment to comment by keyboard', async () => {
    const opened = await open();
    await opened.send(
      ...theCommit,
      conversation([thread('a', at(11), note('First')), thread('b', at(13), note('Second'))]),
    );
    const { page } = opened;
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.querySelector('.markdown')?.textContent ?? '');
    await page.locator('.page').focus();
    await page.keyboard.press('t');
    assert.equal(await focused(), 'First');
    await page.keyboard.press('t');
    assert.equal(await focused(), 'Second');
    await page.keyboard.press('Shift+T');
    assert.equal(await focused(), 'First');
  });

  it('quotes a plain comment in a new thread, where the server takes no replies', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([{ ...thread('a', undefined, note('One\nTwo')), canReply: false }]));
    await opened.page.getByRole('button', { name: 'Quote in a new thread' }).click();
    assert.equal(await opened.page.locator(field).inputValue(), '> One\n> Two\n\n');
  });

  it('offers nothing to write where nothing can be written, and says why', async () => {
    const opened = await open();
    const readOnly = 'The token may only read.';
    await opened.send(...theCommit, conversation([thread('a', at(12), note('Why?'))], { readOnly }));
    assert.deepEqual(await texts(opened, '.conversation > .quiet'), [readOnly]);
    assert.equal(await opened.page.getByRole('button', { name: /Reply|Comment/ }).count(), 0);
  });

  it('draws Markdown with tables, tasks, suggestions and pictures as links', async () => {
    const opened = await open();
    const body = [
      '| a | b |\n|--|--:|\n| 1 | 2 |',
      '- [x] done\n- [ ] open',
      '```suggestion:-0+1\nbetter\n```',
      '![chart](https://evil.example/pixel.png)',
      'see #12 and @mara',
    ].join('\n\n');
    await opened.send(...theCommit, conversation([thread('a', undefined, note(body))]));
    await opened.page.locator('.markdown table').waitFor();
    assert.equal(await opened.page.locator('.markdown img').count(), 0);
    assert.deepEqual(
      await opened.page.$$eval('.markdown a', (all) =>
        all.map((each) => [each.textContent?.trim(), (each as HTMLAnchorElement).href]),
      ),
      [
        ['chart', 'https://evil.example/pixel.png'],
        ['#12', 'https://gitlab.example.com/harbor/uploads/-/issues/12'],
        ['@mara', 'https://gitlab.example.com/mara'],
      ],
    );
    assert.deepEqual(await texts(opened, '.suggestion figcaption'), ['Suggested change in place of 2 lines']);
    assert.deepEqual(await texts(opened, '.markdown li.task'), ['done', 'open']);
    // checkboxes in comments are read-only
    const boxes = opened.page.locator('.markdown').getByRole('checkbox', { name: 'Done', disabled: true });
    assert.deepEqual([await boxes.count(), await boxes.first().isChecked()], [2, true]);
  });

  it('leaves the Markdown of attackers without effect', async () => {
    const opened = await open();
    const requests: string[] = [];
    opened.page.on('request', (request) => requests.push(request.url()));
    await opened.send(
      ...theCommit,
      conversation(attacks.map((attack, index) => thread(`x${index}`, undefined, note(attack)))),
    );
    await opened.page.locator('.markdown:not(.asWritten)').first().waitFor();
    await opened.drawn();
    const found = await opened.page.evaluate(() => ({
      hacked: 'hacked' in window,
      elements: document.querySelectorAll(
        '.markdown :is(script, img, svg, iframe, style, base, meta, form, object, embed, video, audio, details, link),' +
          // task list items have our own checkbox
          ".markdown input:not(li.task > input[type='checkbox']:disabled:first-child)",
      ).length,
      attributes: [...document.querySelectorAll('.markdown *')].flatMap((each) =>
        [...each.attributes]
          .map(({ name }) => name)
          .filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
      ),
      addresses: [...document.querySelectorAll('.markdown a')].map((each) => (each as HTMLAnchorElement).protocol),
    }));
    assert.equal(found.hacked, false);
    assert.equal(found.elements, 0);
    assert.deepEqual(found.attributes, []);
    assert.deepEqual([...new Set(found.addresses)], ['https:']);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith('http://127.0.0.1')),
      [],
    );
  });

  it('loads what reads Markdown with the first note only', async () => {
    const opened = await open();
    await opened.send(...theCommit, conversation([]));
    const readers = async (): Promise<readonly string[]> =>
      (await opened.loaded()).filter((each) => each.startsWith('parseMarkdown-'));
    assert.deepEqual(await readers(), []);
    await opened.send(conversation([thread('a', undefined, note('*One*')), thread('b', undefined, note('*Two*'))]));
    await opened.page.locator('.markdown em').first().waitFor();
    assert.equal((await readers()).length, 1);
  });
});
