import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { deleteMemberRole } from '../../../src/wire/memberRoles.ts';
import {
  activated,
  forgetRequests,
  receivedWrites,
  sandbox,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import { delay, poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { rowsOf } from '../transferHands.ts';
import { roleRow, rolesOfAcme, section, shows } from './roleHands.ts';

describe('member roles of the group of a project', () => {
  const window = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await signIn(app, 'owner');
  });

  after(() => signOut(app));

  beforeEach(async () => {
    await setFaults([]);
    const client = app.project.open?.client ?? assert.fail('no project');
    for (const { id } of await rolesOfAcme(app)) {
      if (id !== 1) await client.send(deleteMemberRole, { id: 'acme', member_role_id: id });
    }
    await app.administration.refresh();
    await forgetRequests();
  });

  afterEach(() => setFaults([]));

  const writes = async (): Promise<readonly string[]> =>
    (await receivedWrites()).map(({ operation }) => operation ?? '');

  const write = async (prompt: RegExp, text: string): Promise<void> => {
    const input = await poll(
      async () => {
        const open = await window.box(/New Role of acme/);
        return prompt.test(open.prompt ?? '') ? open : undefined;
      },
      { what: `the question ${String(prompt)}` },
    );
    window.type(input, text);
    await window.enter();
  };

  const mark = async (...labels: readonly string[]): Promise<void> => {
    const rows = await window.picker(/Permissions to add to the base role|Select at least one permission/);
    rows.selectedItems = rows.items.filter(({ label }) => labels.includes(label));
    // a pick reports changes in the next turn, before which Enter has no effect
    await delay(0);
    await window.enter();
  };

  const answer = async (name: string, ...permissions: readonly string[]): Promise<void> => {
    await write(/Name of the role/, name);
    await write(/Description/, 'Looks after hooks');
    await window.step(/Base role/, /^Reporter$/);
    await mark(...permissions);
  };
  const review = /^New Role of acme$/;
  const create = async (name: string, ...permissions: readonly string[]): Promise<void> => {
    const running = vscode.commands.executeCommand('graft.administration.createMemberRole');
    await answer(name, ...permissions);
    await window.step(review, /^Create$/);
    await running;
  };

  it('are listed with what they build on, and below each its permissions', async () => {
    const { heading, texts, rows } = await section(app);
    assert.equal(heading, 'Member roles of acme · 1');
    assert.deepEqual(texts, ['Guest who reads code · Guest + 1 permission']);
    const below = await settledRows(app.administration, rows[0]?.row);
    assert.deepEqual(
      below.map(({ text }) => text),
      ['Base role · Guest', 'Read code'],
    );
  });

  it('are created after all of it was shown, once, and taken back', async () => {
    const running = vscode.commands.executeCommand('graft.administration.createMemberRole');
    await answer('Hook keeper', 'Read code', 'Admin web hook');
    assert.deepEqual(rowsOf(await window.picker(review)), [
      'Create: Hook keeper',
      'Change',
      'Name: Hook keeper',
      'Description: Looks after hooks',
      'Base role: Reporter',
      'Permissions: Admin web hook, Read code',
    ]);
    assert.deepEqual(await writes(), []);
    window.willPress('Undo');
    await window.step(review, /^Create$/);
    await running;
    await window.hears(/^The role Hook keeper was created in acme\.$/);
    await window.hears(/^The role Hook keeper was deleted\.$/);
    assert.deepEqual(await writes(), ['createMemberRole', 'deleteMemberRole']);
    await poll(async () => (await section(app)).texts.length === 1, { what: 'the role to go' });
  });

  it('keep what was typed until the server has it', async () => {
    const running = vscode.commands.executeCommand('graft.administration.createMemberRole');
    await write(/Name of the role/, 'Left alone');
    await poll(async () => /Description/.test((await window.box(/New Role of acme/)).prompt ?? ''), {
      what: 'the next box',
    });
    await window.escape();
    await running;
    const again = vscode.commands.executeCommand('graft.administration.createMemberRole');
    const name = await window.box(/New Role of acme/);
    assert.equal(name.value, 'Left alone');
    window.type(name, 'Guest who reads code');
    assert.equal(name.validationMessage, 'A role with this name already exists.');
    window.type(name, '');
    assert.equal(name.validationMessage, 'Enter a name.');
    await window.escape();
    await again;
    assert.deepEqual(await writes(), []);
  });

  it('are deleted after a question, and made again by Undo', async () => {
    await create('Hook keeper', 'Read code', 'Admin web hook');
    const row = await roleRow(app, 'Hook keeper');
    await forgetRequests();
    window.willPress('Delete');
    window.willPress('Undo');
    await vscode.commands.executeCommand('graft.administration.deleteMemberRole', row);
    await window.hears(/The role Hook keeper was created again\. No members have it until you assign it\./);
    assert.match(
      window.said().find(({ text }) => text.startsWith('Delete the role'))?.detail ?? '',
      /Base role: Reporter/,
    );
    assert.deepEqual(await writes(), ['deleteMemberRole', 'createMemberRole']);
    const again = (await rolesOfAcme(app)).find(({ name }) => name === 'Hook keeper');
    assert.deepEqual(
      [again?.['read_code'], again?.['admin_web_hook'], again?.description],
      [true, true, 'Looks after hooks'],
    );
  });

  it('are copied as Markdown', async () => {
    await vscode.commands.executeCommand('graft.administration.copyMemberRoles');
    assert.equal(
      (await vscode.env.clipboard.readText()).trim(),
      '**Guest who reads code** (custom role of acme), base role Guest\n\n- Read code',
    );
  });

  it('of another group are chosen by search', async () => {
    const running = vscode.commands.executeCommand('graft.administration.chooseRoleGroup');
    const groups = await window.picker(/Member Roles of Which Group/);
    assert.deepEqual(
      groups.items.map(({ label }) => label),
      ['acme', `All of ${new URL(sandbox().url).host}`],
    );
    await window.step(/Member Roles of Which Group/, /^All of/);
    await running;
    await shows(app, /^Roles belong to groups on this server · /);
    const back = vscode.commands.executeCommand('graft.administration.chooseRoleGroup');
    const again = await window.picker(/Member Roles of Which Group/);
    window.type(again, 'acm');
    await window.step(/Member Roles of Which Group/, /^Acme$/);
    await back;
    assert.equal((await section(app)).heading, 'Member roles of acme · 1');
  });
});
