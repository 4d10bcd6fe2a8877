import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ownGroupsQuery } from '../../../support/servers/graphqlDocuments.ts';
import type { App } from '../../../../src/extension.ts';
import { addEnvironmentAccounts } from '../../../../src/host/accounts/environmentAccount.ts';
import { getUser } from '../../../../src/wire/instance.ts';
import { activated, sandbox, setFaults, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { readWorld } from '../../../support/window/world.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import type { Strangers } from '../../strangers.ts';

const serverQuestion = /^Sign In \(1 of 2\)/;
const addressQuestion = serverQuestion;
const wayQuestion = /^Sign In \(2 of 2\): 127/;
const tokenQuestion = /2 of 2\): personal access token/;

/** Replaces a VS Code function; returns the undo. */
const replaced = (object: object, name: string, instead: unknown): (() => void) => {
  const original: unknown = Reflect.get(object, name);
  Object.defineProperty(object, name, { value: instead, configurable: true, writable: true });
  return () => void Object.defineProperty(object, name, { value: original, configurable: true, writable: true });
};

describe('signing in', function () {
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
    await ui.step(serverQuestion, /Another Server/);
    const box = await ui.box(addressQuestion);
    ui.type(box, address);
    await ui.enter();
    return box;
  };

  const pasteToken = async (token: string): Promise<void> => {
    await ui.step(wayQuestion, /Paste a Token/);
    ui.type(await ui.box(tokenQuestion), token);
    await ui.enter();
  };

  const add = async (address: string, token: string): Promise<void> => {
    await answerAddress(address);
    await pasteToken(token);
  };

  /** Validation message for a URL; the input reopens with the text. */
  const refusal = async (address: string): Promise<string> => {
    const before = await answerAddress(address);
    const box = await poll(
      async () => {
        const now = await ui.box(addressQuestion);
        return now === before ? undefined : now;
      },
      { what: 'the question for another address' },
    );
    assert.equal(box.value, address);
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(ui.said(), []);
    return problemIn(box);
  };

  const askedAgain = (): Promise<vscode.InputBox> =>
    poll(
      async () => {
        const box = await ui.box(tokenQuestion);
        return problemIn(box) === '' ? undefined : box;
      },
      { what: 'the question for another token' },
    );

  /** Error for a token; the input reopens with the text. */
  const tokenRefusal = async (address: string, token: string, before = async () => {}): Promise<string> => {
    await answerAddress(address);
    await ui.picker(wayQuestion);
    await before();
    await pasteToken(token);
    const box = await askedAgain();
    assert.equal(box.value, token);
    assert.match(box.prompt ?? '', new RegExp(`^Token for ${place(address)} `));
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(ui.said(), []);
    return problemIn(box);
  };

  it('says what is wrong with an address that is none, and asks on', async () => {
    const box = await answerAddress('ftp://gitlab.example.com');
    assert.equal(problemIn(box), 'The URL must start with https:// or http://.');
    ui.type(box, 'https://gitlab.example.com');
    assert.equal(problemIn(box), '');
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

  describe('without a connection', () => {
    it('says that the server cannot be reached', async () => {
      assert.match(await refusal('http://127.0.0.1:9'), /127\.0\.0\.1:9/);
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
      // also after reloading from storage
      await app.accounts.reload();
      assert.equal(app.accounts.get(account.id)?.tokenHeader, 'private-token');
    });
  });

  describe('with a token that will not do', () => {
    it('says what is wrong with one that is none before it is sent', async () => {
      await answerAddress(sandbox().url);
      await pasteToken('glpat with spaces');
      const problem = 'A token has no spaces or special characters. Copy it again.';
      assert.equal(problemIn(await ui.box(tokenQuestion)), problem);
    });

    it('shows the words of the server beside the next try, and takes a good token then', async () => {
      const body = { message: '403 Forbidden - Your account has been blocked.' };
      assert.match(
        await tokenRefusal(sandbox().url, tokenOf('maintainer'), () =>
          setFaults([{ operation: 'getUser', fault: 'status', status: 403, body, times: 1 }]),
        ),
        /^The server rejects this token: 403 Forbidden - Your account has been blocked\.$/,
      );
      const box = await ui.box(tokenQuestion);
      ui.type(box, tokenOf('developer'));
      assert.equal(problemIn(box), '');
      await ui.enter();
      await ui.hears(/^Signed in to 127\.0\.0\.1:\d+ as developer\.$/);
    });

    it('says which scope it lacks', async () => {
      assert.match(await tokenRefusal(sandbox().url, tokenOf('repositoryOnly')), /requires the scope read_api/);
    });

    it('leads back to the other ways, and to the server, which may be the wrong one', async () => {
      await tokenRefusal(sandbox().url, 'glpat-wrong');
      const box = await ui.box(tokenQuestion);
      assert.deepEqual(box.buttons[0], vscode.QuickInputButtons.Back);
      await vscode.commands.executeCommand('workbench.action.quickInputBack');
      await ui.picker(wayQuestion);
      await vscode.commands.executeCommand('workbench.action.quickInputBack');
      await ui.picker(serverQuestion);
    });

    it('warns that a token without api can only browse', async () => {
      await add(sandbox().url, tokenOf('readOnly'));
      const { severity, text } = await ui.hears(/^Signed in/);
      assert.equal(severity, 'Warning');
      assert.match(text, /The token has the scope read_api, but not api\. It is read-only/);
    });
  });

  it('asks for no server where the token of an account is no longer taken', async () => {
    void vscode.commands.executeCommand('graft.accounts.add', sandbox().url);
    await ui.picker(wayQuestion);
    await ui.escape();
  });

  it('takes a token from the clipboard, after three choices in all', async () => {
    const restore = replaced(vscode.env, 'uiKind', vscode.UIKind.Desktop);
    await vscode.env.clipboard.writeText(` ${tokenOf('developer')}\n`);
    await answerAddress(sandbox().url);
    await ui.step(wayQuestion, /Paste a Token/);
    const box = await ui.box(tokenQuestion);
    await poll(() => box.value === tokenOf('developer'), { what: 'the token' });
    assert.match(box.prompt ?? '', /It was taken from the clipboard: press Enter to use it\.$/);
    await ui.enter();
    await ui.hears(/as developer/);
    await vscode.env.clipboard.writeText('');
    restore();
  });

  it('says that the keychain is locked, and stores the account once it is open', async () => {
    const restore = replaced(app.context.secrets, 'store', async () => {
      restore();
      throw new Error('the keyring is locked');
    });
    ui.willPress('Retry');
    await add(sandbox().url, tokenOf('developer'));
    await ui.hears(/^The keychain of this computer could not be written: the keyring is locked$/);
    await ui.hears(/as developer/);
    assert.equal(app.accounts.list().length, 1);
  });

  it('uses the token of the environment in this window, stores none, and waits for a server that is away only the first time', async () => {
    process.env['GITLAB_TOKEN'] = tokenOf('developer');
    process.env['GITLAB_HOST'] = sandbox().url;
    try {
      await addEnvironmentAccounts(app);
      const [account] = app.accounts.list();
      assert.deepEqual([account?.username, account?.source], ['developer', 'environment']);
      assert.equal(await app.accounts.token(account?.id ?? ''), tokenOf('developer'));
      assert.deepEqual(
        (await app.context.secrets.keys()).filter((key) => key.startsWith('graft')),
        [],
      );
      await signOut(app);
      // the server fails at start
      await setFaults([{ operation: 'getUser', fault: 'status', status: 500 }]);
      await addEnvironmentAccounts(app);
      assert.equal(app.accounts.list()[0]?.id, account?.id, 'known from before');
      await signOut(app);
      process.env['GITLAB_TOKEN'] = tokenOf('maintainer');
      await addEnvironmentAccounts(app);
      assert.deepEqual(app.accounts.list(), []);
      assert.deepEqual(ui.said(), []);
      await vscode.commands.executeCommand('graft.commits.refresh');
      await ui.hears(/^GITLAB_TOKEN could not be used to sign in to 127[^ ]+: .*500/);
      await setFaults([]);
      void vscode.commands.executeCommand('graft.accounts.add');
      await ui.picker(serverQuestion);
      await ui.escape();
      await ui.hears(/^Signed in to 127[^ ]+ as maintainer\.$/);
    } finally {
      delete process.env['GITLAB_TOKEN'];
      delete process.env['GITLAB_HOST'];
    }
  });

  it('uses the account that GitLab Workflow lends, whose token is never stored, and no token of another account', async () => {
    const sessions = ['developer', 'maintainer'].map((name) => {
      const account = { id: name, label: `${name} - ${sandbox().url}` };
      return { id: name, account, scopes: ['api'], accessToken: tokenOf(name) };
    });
    let lent: number | undefined;
    const { getExtension } = vscode.extensions;
    const restore = [
      replaced(vscode.extensions, 'getExtension', (id: string) =>
        id === 'gitlab.gitlab-workflow' ? {} : getExtension(id),
      ),
      replaced(vscode.authentication, 'getAccounts', async () => sessions.map(({ account }) => account)),
      // independent of the requested account
      replaced(vscode.authentication, 'getSession', async () => {
        if (lent !== undefined) return sessions[lent];
        lent = 0;
        throw new Error('User did not consent to login.');
      }),
    ];
    try {
      await answerAddress(sandbox().url);
      const { items } = await ui.picker(wayQuestion);
      assert.equal(items.filter(({ label }) => label.includes('GitLab Workflow')).length, 1);
      for (const _ of ['not allowed', 'allowed']) await ui.step(wayQuestion, /GitLab Workflow/);
      await ui.hears(/as developer/);
      assert.deepEqual(
        ui.said().map(({ severity }) => severity),
        ['Information'],
      );
      const [kept] = app.accounts.list();
      assert.equal(kept?.source, 'workflow');
      for (const key of await app.context.secrets.keys())
        assert.doesNotMatch((await app.context.secrets.get(key)) ?? '', new RegExp(tokenOf('developer')));
      lent = 1;
      await assert.rejects(app.clients.of(kept).send(getUser, {}), /GitLab Workflow no longer provides the account/);
    } finally {
      restore.forEach((each) => each());
    }
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
    assert.equal(await app.accounts.token(account?.id ?? ''), tokenOf('developer'));
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

  it('shows the accounts whose token we keep in VS Code’s Accounts menu, and those lent to us not', async () => {
    const account = await addAccount(app, 'developer');
    await app.accounts.add({ ...account, userId: 99, username: 'lent' }, { kind: 'glab' });
    const listed = await vscode.authentication.getAccounts('graft');
    assert.deepEqual(
      listed.map(({ id, label }) => [id, label]),
      [[account.id, `developer@${place(sandbox().url)}`]],
    );
  });

  it('shows no token anywhere but in its field, and hides it there', async () => {
    await answerAddress(sandbox().url);
    await ui.step(wayQuestion, /Paste a Token/);
    assert.equal((await ui.box(tokenQuestion)).password, true);
  });
});

describe('signing out', function () {
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
      await ui.enter(await ui.picker(/^Sign Out$/), /maintainer/);
      await removing;
    };
    await remove();
    const { severity, text, buttons } = await ui.hears(/^Sign out maintainer on/);
    assert.deepEqual([severity, buttons], ['Warning', ['Sign Out']]);
    assert.match(text, /^Sign out maintainer on 127\.0\.0\.1:\d+\?$/);
    assert.equal(app.accounts.list().length, 1);
    assert.equal((await keptKeys()).length, 1);

    ui.willPress('Sign Out');
    await remove();
    assert.deepEqual(app.accounts.list(), []);
    assert.deepEqual(await keptKeys(), []);
    assert.equal(app.project.state.kind, 'signedOut');
  });
});
