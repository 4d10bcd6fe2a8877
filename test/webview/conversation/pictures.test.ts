import assert from 'node:assert/strict';
import { poll } from '../../support/poll.ts';
import {
  conversation,
  note,
  theCommit,
  thread,
  useConversationPages,
  type ConversationPage,
} from './conversationPages.ts';

const host = 'https://pictures.example';
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Intercepts requests for pictures and records their headers. */
const servePictures = async ({ page }: ConversationPage): Promise<Record<string, Record<string, string>>> => {
  const asked: Record<string, Record<string, string>> = {};
  await page.route(`${host}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    asked[pathname] = route.request().headers();
    if (pathname === '/here.gif') await route.fulfill({ contentType: 'image/gif', body: pixel });
    else await route.fulfill({ status: 404 });
  });
  return asked;
};

const twoPictures = [
  ...theCommit,
  conversation([thread('a', undefined, note(`![a chart](${host}/here.gif) and ![a map](${host}/gone.gif)`))]),
];

describe('pictures in comments', () => {
  describe('unless the user allows them', () => {
    const open = useConversationPages();

    it('are links, and nobody is asked for them', async () => {
      const opened = await open();
      const asked = await servePictures(opened);
      await opened.send(...twoPictures);
      const links = await poll(
        async () => {
          const all = await opened.page.$$eval('.markdown a.picture', (found) => found.map((each) => each.textContent));
          return all.length === 2 && all;
        },
        { what: 'the links' },
      );
      assert.deepEqual(
        links.map((each) => each?.trim()),
        ['a chart', 'a map'],
      );
      assert.equal(await opened.page.locator('.markdown img').count(), 0);
      assert.deepEqual(asked, {});
    });
  });

  describe('once the user allows them', () => {
    const open = useConversationPages({ pictures: true });

    it('are loaded without telling whence, and one that is gone is a link', async () => {
      const opened = await open();
      const asked = await servePictures(opened);
      await opened.send(...twoPictures);
      await opened.page.waitForSelector('.markdown a.picture:not(:has(img)):has-text("a map")');
      const drawn = await poll(
        () =>
          opened.page.$$eval('.markdown img', (all) =>
            all.map((each) => [(each as HTMLImageElement).alt, (each as HTMLImageElement).naturalWidth]),
          ),
        { what: 'the picture' },
      );
      assert.deepEqual(drawn, [['a chart', 1]]);
      assert.deepEqual(Object.keys(asked).sort(), ['/gone.gif', '/here.gif']);
      for (const headers of Object.values(asked)) assert.equal(headers['referer'], undefined);
    });
  });
});
