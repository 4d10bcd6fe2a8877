import { poll } from '../support/poll.ts';
import { picturesOf } from '../support/pictures.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

describe('the walkthrough, as a new user meets it', function () {
  this.timeout(120_000);
  let session: Session;

  before(async () => {
    session = await startSession();
  });

  after(() => session?.stop());

  const picture = picturesOf('getting-started', () => session.ui);

  /** Waits until the page or the picture of a step, which is a frame of its own, says something. */
  const says = (words: string): Promise<unknown> =>
    poll(
      async () => {
        const counts = session.ui.page.frames().map((frame) =>
          frame
            .getByText(words)
            .count()
            .catch(() => 0),
        );
        return (await Promise.all(counts)).some((count) => count > 0);
      },
      { what: `“${words}”` },
    );

  it('begins with the account, and its button asks for the server', async () => {
    const { ui } = session;
    await ui.command('Welcome: Open Walkthrough...');
    await ui.quickInputBox.fill('Graft');
    await ui.pick('Get Started with Graft for GitLab');
    const page = ui.page.locator('.gettingStartedContainer');
    await says('Stored in your keychain');
    for (const theme of themeNames) {
      await pictureTheme(ui, theme);
      await picture(`account-${theme}`);
    }
    await page.locator('.monaco-button', { hasText: 'Sign In' }).click();
    await ui.input('not an address', { prompt: 'URL of the server' });
    await ui.quickInput.getByText('Enter a URL such as').waitFor();
    await picture('address');
    await ui.closeQuickInput();
  });

  it('goes on to the other steps, each with its picture, and ends with proxies', async () => {
    const { ui } = session;
    const page = ui.page.locator('.gettingStartedContainer');
    for (const [step, words] of [
      ['Browse commits', 'Add a price list'],
      ['Backport with a dry run', 'Already there'],
      ['Review merge requests', 'visible only to you'],
      ['See where you can push', 'Can I push here?'],
    ] as const) {
      await page.getByText(step).first().click();
      await says(words);
      await picture(step);
    }
    await page.getByText('Proxies and certificates').first().click();
    await says('NODE_EXTRA_CA_CERTS');
    await picture('proxies');
  });
});
