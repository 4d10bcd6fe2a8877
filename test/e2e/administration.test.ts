import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import type { MemberRole } from '../../src/wire/memberRoles.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('administration of roles, with the packaged extension', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let session: SampleSession;
  let ui: Ui;
  let view: Locator;

  const picture = picturesOf('administration', () => ui);
  const roles = async (): Promise<readonly MemberRole[]> => {
    const headers = { 'private-token': sandbox.tokens.owner };
    return (await (await fetch(`${sandbox.url}/api/v4/groups/acme/member_roles`, { headers })).json()) as MemberRole[];
  };
  const writes = async (): Promise<readonly (string | undefined)[]> => {
    const received = (await (await fetch(`${sandbox.url}/-/sandbox/requests`)).json()) as {
      readonly method: string;
      readonly operation?: string;
    }[];
    return received.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);
  };
  const lines = (): Promise<string[]> => ui.treeLines(view);
  const waitFor = (line: RegExp): Promise<string> =>
    poll(
      async () => {
        const drawn = await lines();
        const found = drawn.find((each) => line.test(each));
        if (found === undefined) throw new Error(drawn.join('\n') || 'no rows');
        return found;
      },
      { what: `the row ${String(line)}` },
    );

  before(async () => {
    sandbox = await startSandbox({ faults: true, edition: { version: '18.2.0-pre', gitlabCom: true } });
    session = await startSampleSession({ sandbox, token: sandbox.tokens.owner, signIn: 'preset' });
    ui = session.ui;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await commits.locator('.monaco-list-row[role=treeitem][aria-expanded]').first().waitFor({ timeout: 30_000 });
    for (const other of ['Commits', 'Protected Branches', 'Reviews']) {
      await ui.closePane(other);
    }
    view = await ui.openPane('Administration');
  });

  after(async () => {
    await session?.stop();
    await sandbox?.close();
  });

  it('shows the roles of the group, and what each may do', async () => {
    await waitFor(/Member roles of acme · 1/);
    await ui.expand(await ui.findRow('Guest who reads code', view));
    await waitFor(/Read code/);
    await picture('roles');
  });

  it('creates a role, shown before it is sent', async () => {
    await ui.inlineAction(await ui.findRow('Member roles of acme', view), 'Create Member Role…');
    await ui.input('Release engineer', { prompt: 'Name of the role' });
    await ui.input('Runs the pipelines of releases', { prompt: 'Description' });
    await poll(async () => /Base role/.test((await ui.quickInputTitle()).placeholder), { what: 'the levels' });
    await picture('levels');
    await ui.pick('Reporter');
    await poll(async () => /Permissions/.test((await ui.quickInputTitle()).placeholder), { what: 'the permissions' });
    await picture('permissions');
    await ui.pickMany(['Admin CI/CD variables', 'Manage deploy tokens']);
    const drawn = async (): Promise<readonly string[]> =>
      (await ui.quickPickItems()).map(({ label, description }) => `${label}: ${description}`);
    await poll(async () => (await drawn())[0] === 'Create: Release engineer', { what: 'the review' });
    await picture('review');
    assert.ok((await drawn()).includes('Permissions: Admin CI/CD variables, Manage deploy tokens'));
    await ui.pick('Create');
    await ui.notification('The role Release engineer was created in acme.');
    await waitFor(/Release engineer · Reporter \+ 2 permissions/);
    await picture('created');
    const made = (await roles()).find(({ name }) => name === 'Release engineer');
    assert.deepEqual([made?.base_access_level, made?.['admin_cicd_variables']], [20, true]);
  });

  it('says who has a role that cannot be deleted', async () => {
    // three notifications at most are in sight
    await ui.command('Notifications: Clear All Notifications');
    await ui.contextMenu(await ui.findRow('Guest who reads code', view), 'Delete Member Role…');
    await ui.modal('Delete');
    await ui.notification('Members with this role: ');
    await picture('in-use');
  });

  it('deletes a role, and makes it again on Undo', async () => {
    // three notifications at most are in sight
    await ui.command('Notifications: Clear All Notifications');
    await ui.contextMenu(await ui.findRow('Release engineer', view), 'Delete Member Role…');
    await ui.page.locator('.monaco-dialog-box').waitFor();
    await picture('delete');
    await ui.modal('Delete');
    await ui.answer('The role Release engineer was deleted.', 'Undo');
    await poll(
      async () => (await writes()).join() === 'createMemberRole,deleteMemberRole,deleteMemberRole,createMemberRole',
      {
        what: 'the role to be made again',
      },
    );
    assert.equal((await roles()).length, 2);
    await waitFor(/Release engineer · Reporter \+ 2 permissions/);
    await picture('undone');
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await ui.command('Notifications: Clear All Notifications');
      await ui.expand(await ui.findRow('Release engineer', view));
      await pictureTheme(ui, theme);
      await picture(`roles-${theme}`);
    });
  }

  it('says what a server without roles for all lacks', async () => {
    await ui.command('Graft: Choose Group for Member Roles…');
    await poll(async () => (await ui.quickPickItems()).length > 1, { what: 'the groups' });
    await picture('groups-high-contrast');
    await ui.pick(`All of ${new URL(sandbox.url).host}`);
    await waitFor(/Roles belong to groups on this server/);
    await picture('no-roles-high-contrast');
    await pictureTheme(ui, 'dark');
    await picture('no-roles');
  });
});
