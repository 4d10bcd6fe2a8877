import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ownGroupsQuery } from '../../support/graphqlDocuments.ts';
import type { App } from '../../../src/extension.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { activated, sandbox, setFaults, signOut } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { readWorld } from '../../support/world.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import type { Strangers } from '../strangers.ts';

const addressQuestion = /1 of 2/;
const tokenQuestion = /2 of 2/;

describe('adding an account', function () {
  this.timeout(60_000);
  const ui = hands();
  const { strangers } = readWorld<{ readonly strangers: Strangers }>();
  let app: App;

  before(async () => {
    app = await activated();
  });

  afterEach(async () => {
    await setFaults([]);
    await signOut(app);
  });

  const tokenOf = (name: string): string => sandbox().tokens[name] ?? assert.fail(`no token ${name}`);
  const place = (address: string): string => new URL(address).host;

  const problemIn = ({ validationMessage: problem }: vscode.InputBox): string =>
    typeof problem === 'string' ? problem : (problem?.message ?? '');

  const answerAddress = async (address: string): Promise<vscode.InputBox> => {
    void vscode.commands.executeCommand('graft.accounts.add');
    const box = await ui.box(addressQuestion);
    ui.type(box, address);
    await ui.enter();
    return box;
  };

  /** Answers both questions. */
  const add = async (address: string, token: string): Promise<void> => {
    await answerAddress(address);
    ui.type(await ui.box(tokenQuestion), token);
    await ui.enter();
  };

  /** Answers both questions and what is said of the answers in the first, which comes again with what was typed. */
  const refusal = async (address: string, token = tokenOf('maintainer')): Promise<string> => {
    await add(address, token);
    const box = await ui.box(addressQuestion);
    assert.equal(box.value, address);
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(ui.said(), []);
    return problemIn(box);
  };

  /** The question for a token when something is wrong with the one before. */
  const askedAgain = (): Promise<vscode.InputBox> =>
    poll(
      async () => {
        const box = await ui.box(tokenQuestion);
        return problemIn(box) === '' ? undefined : box;
      },
      { what: 'the question for another token' },
    );

  /** Answers both questions and what is said of the token in the second, which comes again with what was typed. */
  const tokenRefusal = async (address: string, token: string): Promise<string> => {
    await add(address, token);
    const box = await askedAgain();
    assert.equal(box.value, token);
    assert.match(box.prompt ?? '', new RegExp(`^Token for ${place(address)} `));
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(ui.said(), []);
    return problemIn(box);
  };

  describe('with an address that is none', () => {
    const wrong = [
      ['', 'Enter the URL of your GitLab server.'],
      ['my gitlab', 'Enter a URL such as https://gitlab.example.com.'],
      ['ftp://gitlab.example.com', 'The URL must start with https:// or http://.'],
      [
        'https://ada:secret@gitlab.example.com',
        'Remove the user name and password from the URL; the token comes next.',
      ],
    ] as const;
    for (const [typed, problem] of wrong) {
      it(`says what is wrong with ${JSON.stringify(typed)} and asks on`, async () => {
        const box = await answerAddress(typed);
        assert.equal(problemIn(box), problem);
        ui.type(box, 'https://gitlab.example.com');
        assert.equal(problemIn(box), '');
      });
    }
  });

  describe('with the address of something else', () => {
    it('says that a website is no GitLab server', async () => {
      assert.equal(
        await refusal(strangers.website),
        `${place(strangers.website)} doesn’t respond like a GitLab server: ` +
          'a web page answered (status 200): “Our company”. Check the URL.',
      );
    });
  });

  describe('with an address that is nearly right', () => {
    it('takes a server behind a gateway that keeps the Authorization header, for REST and GraphQL', async () => {
      await add(strangers.gateway, tokenOf('maintainer'));
      await ui.hears(/^Signed in to 127\.0\.0\.1:\d+ as maintainer\.$/);
      const [account] = app.accounts.list();
      assert.ok(account);
      assert.equal(account.tokenHeader, 'private-token');
      assert.equal((await app.clients.of(account).send(getUser, {})).username, 'maintainer');
      const { currentUser } = await app.clients.graphqlOf(account).query(ownGroupsQuery, {});
      assert.equal(currentUser?.username, 'maintainer');
      // what is kept says so, too
      await app.accounts.reload();
      assert.equal(app.accounts.get(account.id)?.tokenHeader, 'private-token');
    });
  });

  describe('with a token that will not do', () => {
    for (const [typed, problem] of [
      ['', 'Paste a personal access token.'],
      ['glpat with spaces', 'A token has no spaces or special characters. Copy it again.'],
    ] as const) {
      it(`says what is wrong with ${JSON.stringify(typed)} before it is sent`, async () => {
        await answerAddress(sandbox().url);
        const box = await ui.box(tokenQuestion);
        ui.type(box, typed);
        await ui.enter();
        assert.equal(problemIn(box), problem);
      });
    }

    it('shows the words of the server beside the next try, and takes a good token then', async () => {
      const body = { message: '403 Forbidden - Your account has been blocked.' };
      await setFaults([{ operation: 'getUser', fault: 'status', status: 403, body, times: 1 }]);
      assert.match(
        await tokenRefusal(sandbox().url, tokenOf('maintainer')),
        /^The server rejects this token: 403 Forbidden - Your account has been blocked\.$/,
      );
      const box = await ui.box(tokenQuestion);
      ui.type(box, tokenOf('developer'));
      assert.equal(problemIn(box), '');
      await ui.enter();
      await ui.hears(/^Signed in to 127\.0\.0\.1:\d+ as developer\.$/);
    });

    it('leads back to the address, which may be the wrong one', async () => {
      await tokenRefusal(sandbox().url, 'glpat-wrong');
      const box = await ui.box(tokenQuestion);
      assert.deepEqual(box.buttons[0], vscode.QuickInputButtons.Back);
      await vscode.commands.executeCommand('workbench.action.quickInputBack');
      const address = await ui.box(addressQuestion);
      assert.equal(address.value, sandbox().url);
      assert.equal(problemIn(address), '');
    });

    it('warns that a token without api can only browse', async () => {
      await add(sandbox().url, tokenOf('readOnly'));
      const { severity, text } = await ui.hears(/^Signed in/);
      assert.equal(severity, 'Warning');
      assert.match(text, /The token has the scope read_api, but not api\. It is read-only/);
    });
  });

  it('begins with the address of the account whose token is no longer taken', async () => {
    void vscode.commands.executeCommand('graft.accounts.add', 'https://example.com/gitlab');
    assert.equal((await ui.box(addressQuestion)).value, 'https://example.com/gitlab');
    await ui.escape();
  });

  it('replaces the token when the same user is added again', async () => {
    await addAccount(app, 'readOnly');
    const [before] = app.accounts.list();
    assert.deepEqual(before?.scopes, ['read_api']);
    await add(sandbox().url, tokenOf('developer'));
    await ui.hears(/^Signed in/);
    const [account, ...others] = app.accounts.list();
    assert.deepEqual(others, []);
    assert.equal(account?.id, before?.id);
    assert.deepEqual(account?.scopes, ['api']);
    assert.equal(app.accounts.token(account?.id ?? ''), tokenOf('developer'));
  });

  it('keeps another user of the same server beside the first', async () => {
    await add(sandbox().url, tokenOf('developer'));
    await ui.hears(/as developer/);
    await add(sandbox().url, tokenOf('maintainer'));
    await ui.hears(/as maintainer/);
    assert.deepEqual(
      app.accounts.list().map(({ username }) => username),
      ['developer', 'maintainer'],
    );
  });

  it('adds nothing when a question is closed', async () => {
    await answerAddress(sandbox().url);
    await ui.box(tokenQuestion);
    await ui.escape();
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(ui.said(), []);
  });

  it('shows no token anywhere but in its field, and hides it there', async () => {
    await answerAddress(sandbox().url);
    assert.equal((await ui.box(tokenQuestion)).password, true);
  });
});

describe('removing an account', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
  });

  after(() => signOut(app));

  const keptKeys = async (): Promise<string[]> =>
    (await app.context.secrets.keys()).filter((key) => key.startsWith('graft'));

  it('asks first, and deletes the token with the account', async () => {
    await addAccount(app, 'maintainer');
    const remove = async (): Promise<void> => {
      const removing = vscode.commands.executeCommand('graft.accounts.remove');
      await ui.enter(await ui.picker(/^Remove Account$/), /maintainer/);
      await removing;
    };
    await remove();
    const { severity, text, buttons } = await ui.hears(/^Remove maintainer on/);
    assert.deepEqual([severity, buttons], ['Warning', ['Remove']]);
    assert.match(text, /^Remove maintainer on 127\.0\.0\.1:\d+\?$/);
    assert.equal(app.accounts.list().length, 1);
    assert.equal((await keptKeys()).length, 1);

    ui.willPress('Remove');
    await remove();
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(await keptKeys(), []);
    assert.equal(app.project.state.kind, 'signedOut');
  });
});
