import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { activated, extension, sandbox, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { commitLink, parseCommitLink } from '../../../../src/host/commits/links/links.ts';
import { hands } from '../../hands.ts';
import { onServer, searched } from '../browsing.ts';

/** Creates two commits whose SHAs share the first seven characters. */
const twins = (tree: string, parent: string): readonly string[] => {
  const person = 'Twin <twin@acme.example> 1767225600 +0000';
  const known = new Map<string, string>();
  for (let number = 0; ; number += 1) {
    const body = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n\nTwin ${number}\n`;
    const sha = createHash('sha1').update(`commit ${body.length}\0${body}`).digest('hex');
    const twin = known.get(sha.slice(0, 7));
    if (twin === undefined) known.set(sha.slice(0, 7), body);
    else return [twin, body].map(writeCommit);
  }
};

const writeCommit = (body: string): string =>
  execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: sandbox().repository,
    input: body,
    encoding: 'utf8',
  }).trim();

describe('links to a commit', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  beforeEach(async () => {
    app = await activated();
    await signIn(app);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut(app);
  });

  const link = (change: Record<string, string> = {}): vscode.Uri => {
    const { url, project, commits } = sandbox();
    const query = new URLSearchParams({ server: url, project, sha: commits['clean'] ?? '', ...change });
    return vscode.Uri.from({
      scheme: vscode.env.uriScheme,
      authority: extension().id,
      path: '/commit',
      query: query.toString(),
    });
  };
  const follow = (uri: vscode.Uri): Thenable<unknown> => vscode.commands.executeCommand('graft.commits.openPage', uri);
  const shows = (sha: string | undefined): Promise<unknown> =>
    poll(() => app.commitPages.active?.sha === sha, { what: `the page of ${sha}` });

  it('open its page, by a whole hash or a part of it', async () => {
    const sha = sandbox().commits['clean'] ?? '';
    await follow(link({ path: 'README.md', line: '3', side: 'old' }));
    await shows(sha);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await follow(link({ sha: sha.slice(0, 9) }));
    await shows(sha);
  });

  it('are what is copied, whatever the file is called', async () => {
    const open = app.project.open ?? assert.fail('no project');
    const sha = sandbox().commits['clean'] ?? '';
    for (const path of ['src/main.ts', 'a b&c=d#?+%25é/„x“.ts']) {
      const copied = vscode.Uri.parse(commitLink(app, open, sha, { path, line: 3, side: 'old' }), true);
      assert.equal(copied.authority, extension().id);
      const read = parseCommitLink(copied);
      assert.ok(read.kind === 'commit');
      assert.deepEqual([read.target.path, read.target.line, read.target.side], [path, 3, 'old']);
      await follow(copied);
      await shows(sha);
    }
  });

  it('ask which account when several are on that server', async () => {
    await addAccount(app, 'reporter');
    void follow(link());
    await ui.enter(await ui.picker(/^Open commit [0-9a-f]{8} of acme\/orchard/), /^reporter@/);
    await shows(sandbox().commits['clean']);
    assert.equal(app.commitPages.active?.open.account.username, 'reporter');
  });

  it('say what to do when nobody is signed in there', async () => {
    await signOut(app);
    void follow(link());
    const said = await ui.hears(/^You have no account on 127\.0\.0\.1:\d+\. Add one with/);
    assert.deepEqual(said.buttons, ['Sign In…']);
  });

  it('to a commit or project that is not there say so', async () => {
    await follow(link({ sha: 'f'.repeat(40) }));
    await ui.hears(/^The link was not opened: acme\/orchard on .* has no commit f{40} that maintainer can read\.$/);
    await follow(link({ project: 'acme/nowhere' }));
    await ui.hears(/^The link was not opened: acme\/nowhere on .* has no commit/);
  });

  describe('pasted into “Open Commit…”', () => {
    const paste = async (text: string, label: RegExp): Promise<vscode.QuickPickItem> => {
      void vscode.commands.executeCommand('graft.commits.openPage');
      return searched(ui, await ui.picker(/^Open which commit/), text, label);
    };
    const title = (sha: string): RegExp =>
      new RegExp(`^${onServer('log', '-1', '--format=%s', sha).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

    for (const shape of ['/-/commit/', '/commit/']) {
      it(`open the address …${shape}…`, async () => {
        const { url, project, commits } = sandbox();
        const sha = commits['clean'] ?? '';
        await paste(`${url}/${project}${shape}${sha}?view=inline#note_1`, title(sha));
        await ui.enter(await ui.picker(/^Open which commit/), title(sha));
        await shows(sha);
      });
    }

    it('open the address of a commit of another project than the one shown', async () => {
      const row = await paste(`${sandbox().url}/acme/tools/seedling/-/commits/main`, /./);
      assert.match(row.detail ?? '', /^acme\/tools\/seedling · maintainer$/);
    });

    it('open a link, and a commit by hash, branch or tag', async () => {
      const sha = sandbox().commits['clean'] ?? '';
      await paste(link().toString(), title(sha));
      await ui.escape();
      for (const name of [sha.slice(0, 8), 'v1.0.0', sandbox().target]) {
        await paste(name, title(name));
        await ui.escape();
      }
    });

    it('say when the server is not known, the address is none, or the commit is not there', async () => {
      await paste('https://gitlab.example.com/a/b/-/commit/0123456789', /You have no account on gitlab\.example\.com/);
      await ui.escape();
      await paste('https://gitlab.example.com/a/b', /it does not point to a commit/);
      await ui.escape();
      await paste(
        `${sandbox().url}/acme/orchard/-/commit/${'e'.repeat(40)}`,
        /has no commit “e{40}” your accounts can read/,
      );
      await ui.escape();
      await paste(
        'fffffff',
        /No commit “fffffff” in acme\/orchard, or several begin with it\. Enter more of the SHA\./,
      );
      await ui.escape();
      await paste('ffff', /Enter at least seven characters of the SHA\./);
    });

    it('say when several commits begin with a hash, and find each by more of it', async () => {
      const [one = '', other = ''] = twins(onServer('rev-parse', 'main^{tree}'), onServer('rev-parse', 'main'));
      const begin = one.slice(0, 7);
      assert.equal(other.slice(0, 7), begin);
      await paste(begin, new RegExp(`No commit “${begin}” in acme/orchard, or several begin with it\\.`));
      await ui.escape();
      for (const sha of [one, other]) {
        await paste(sha, title(sha));
        await ui.escape();
      }
    });
  });
});
