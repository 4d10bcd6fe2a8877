import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { ProjectState } from '../../../../src/host/shell/currentProject.ts';
import type { Account } from '../../../../src/model/account.ts';
import { activated, extension, sandbox, setFaults, settledRows, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { click, forgetProject, openProject, texts, titles } from '../../projects.ts';

describe('the project of a window without a folder', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let account: Account;

  before(async () => {
    app = await activated();
  });

  beforeEach(async () => {
    account = await addAccount(app, 'maintainer');
    await app.project.find();
  });

  afterEach(async () => {
    await setFaults([]);
    await forgetProject(app);
    await signOut(app);
  });

  const choosePicker = async (text: string): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
    void vscode.commands.executeCommand('graft.accounts.chooseProject');
    const picker = await ui.picker(/^Choose Project/);
    const before = picker.items;
    if (text !== '') {
      ui.type(picker, text);
      await poll(() => picker.items !== before && !picker.busy, { what: 'the answer to the search' });
    }
    return picker;
  };

  it('is not there, which is no error and no empty list', async () => {
    assert.equal(app.project.state.kind, 'noFolder');
    assert.deepEqual([await texts(app.commits), await texts(app.protectedBranches)], [[], []]);
  });

  it('is explained by the view itself, whatever the reason', () => {
    const { contributes } = extension().packageJSON as {
      readonly contributes: {
        readonly viewsWelcome: readonly { readonly view: string; readonly when: string; readonly contents: string }[];
      };
    };
    const explained = contributes.viewsWelcome.flatMap(({ view, when }) => (view === 'graft.commits' ? [when] : []));
    // other states have rows
    const kinds: Readonly<Record<Exclude<ProjectState['kind'], 'starting' | 'failed' | 'ready'>, true>> = {
      signedOut: true,
      noFolder: true,
      noRepository: true,
      noRemote: true,
      unknownRemote: true,
    };
    const ownRepository = 'graft.project == signedOut && gitOpenRepositoryCount > 0';
    assert.ok(explained.includes(ownRepository));
    assert.deepEqual(
      explained.filter((when) => when !== ownRepository),
      Object.keys(kinds).flatMap((kind) => {
        const when = `graft.project == ${kind}`;
        // Restricted Mode has no Git extension
        return kind === 'noRepository' ? [`${when} && isWorkspaceTrusted`, `${when} && !isWorkspaceTrusted`] : [when];
      }),
    );
  });

  it('is the one that is chosen, and stays so until detection is asked for', async () => {
    const picker = await choosePicker('seed');
    assert.deepEqual(
      picker.items.map(({ label }) => label),
      ['acme/tools/seedling'],
    );
    await ui.enter(picker, /seedling/);
    await poll(() => app.project.open?.project.path_with_namespace === 'acme/tools/seedling', { what: 'the project' });
    assert.equal(app.project.open?.remote, undefined);
    assert.deepEqual(await titles(app), ['Explain how much', 'Water twice when it is hot', 'Water every morning']);
    await app.project.find();
    assert.equal(app.project.open?.project.path_with_namespace, 'acme/tools/seedling');
    await addAccount(app, 'developer');
    await app.project.find();
    assert.deepEqual(
      [app.project.open?.project.path_with_namespace, app.project.open?.account.username],
      ['acme/tools/seedling', 'maintainer'],
    );
    await vscode.commands.executeCommand('graft.accounts.detectProject');
    assert.equal(app.project.state.kind, 'noFolder');
    assert.deepEqual(await texts(app.commits), []);
    await app.project.find();
    assert.equal(app.project.state.kind, 'noFolder');
  });

  it('cannot be chosen where none matches, and the picker says so', async () => {
    const picker = await choosePicker('zzz');
    assert.deepEqual(
      picker.items.map(({ label }) => label),
      ['$(info) No project matches “zzz”.'],
    );
    await ui.enter(picker, /No project/);
    assert.equal(app.project.state.kind, 'noFolder');
  });

  it('can be chosen of one account while another does not work', async () => {
    await app.accounts.add({ ...account, username: 'gone', userId: 99 }, 'glpat-wrong');
    const picker = await choosePicker('seed');
    const rows = picker.items.map(({ label, description }) => `${label} · ${description}`);
    assert.equal(rows.length, 2);
    assert.match(rows[0] ?? '', /^acme\/tools\/seedling · maintainer@127\.0\.0\.1:\d+$/);
    assert.match(rows[1] ?? '', /^\$\(error\) 127\.0\.0\.1:\d+ rejects the token: .* · gone@127\.0\.0\.1:\d+$/);
    await ui.enter(picker, /seedling/);
    await poll(() => app.project.open?.account.username === 'maintainer', { what: 'the project' });
  });

  it('can be searched for again when the search failed', async () => {
    await setFaults([
      { operation: 'listProjects', fault: 'status', status: 500, body: { message: 'broken' }, times: 1 },
    ]);
    const picker = await choosePicker('');
    const [row, ...others] = picker.items;
    assert.deepEqual(others, []);
    assert.match(row?.label ?? '', /returned an error: “broken” \(500\)/);
    assert.equal(row?.detail, 'Press Enter to try again.');
    await ui.enter(picker, /returned an error/);
    await poll(() => picker.items.some(({ label }) => label === sandbox().project), { what: 'the projects' });
  });

  it('is said to be unreadable when the chosen one is gone, in rows that try again', async () => {
    const { project } = await openProject(app, account, sandbox().project);
    await app.project.choose(account, { ...project, id: 9999 });
    await app.project.find();
    assert.equal(app.project.state.kind, 'failed');
    for (const view of [app.commits, app.protectedBranches]) {
      const [row, ...others] = await texts(view);
      assert.deepEqual(others, []);
      assert.match(
        row ?? '',
        /^The project could not be read · 127\.0\.0\.1:\d+ couldn’t find it: “404 Project Not Found”/,
      );
    }
  });

  for (const name of ['commits', 'protectedBranches'] as const) {
    it(`is back in ${name} when a retry reads it after a failure`, async () => {
      const view = app[name] as typeof app.commits;
      await openProject(app, account, sandbox().project);
      const before = await texts(view);
      await setFaults([{ operation: 'getProject', fault: 'status', status: 500, times: 1 }]);
      await app.project.find();
      const [row] = await settledRows(view);
      assert.match(row?.text ?? '', /^The project could not be read · /);
      let drawn = false;
      const subscription = view.onDidChangeTreeData(() => (drawn = true));
      await click(row?.item ?? assert.fail());
      await poll(() => app.project.state.kind === 'ready' && drawn, { what: 'the view to be told' });
      subscription.dispose();
      assert.deepEqual(await texts(view), before);
    });
  }

  it('falls back to the folder when the account of the chosen one is removed', async () => {
    await addAccount(app, 'developer');
    await openProject(app, account, sandbox().project);
    await app.accounts.remove(account.id);
    await poll(() => app.project.state.kind === 'noFolder', { what: 'the project to go' });
    assert.deepEqual(await texts(app.commits), []);
  });
});
