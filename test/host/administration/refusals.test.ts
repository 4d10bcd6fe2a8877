import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { activated, sandbox, settledRows, signIn, signOut } from '../../support/inHost.ts';
import { hands } from '../hands.ts';
import { roleRow, section, shows, visit } from './roleHands.ts';

describe('member roles that are not to be had', () => {
  const window = hands();
  let app: App;

  before(async () => {
    app = await activated();
  });

  afterEach(async () => {
    app.memberRoles.choose(undefined);
    await signOut(app);
  });

  /** What the view says, with what to do below. */
  const first = async (): Promise<string> => {
    const { texts } = await section(app);
    assert.equal(texts[1], 'Choose Another Group…');
    return texts[0] ?? '';
  };

  it('are for owners', async () => {
    await signIn(app, 'maintainer');
    assert.equal(await first(), 'Only owners of acme see its roles · your role is Maintainer');
  });

  it('are no rows without an account', async () => {
    assert.deepEqual(await settledRows(app.administration), []);
  });

  it('take Ultimate, which the owner of a Premium group is told', async () => {
    await visit(app, 'premium', 'owner');
    assert.equal(await first(), 'Custom roles require GitLab Ultimate · acme does not have it');
  });

  it('take Ultimate, which the Community Edition is not', async () => {
    await visit(app, 'community', 'owner');
    assert.equal(await first(), 'Custom roles require GitLab Ultimate · this server is the Community Edition');
    window.willPress('Choose Another Group…');
    const asked = vscode.commands.executeCommand('graft.administration.createMemberRole');
    await window.hears(/^Custom roles require GitLab Ultimate: this server is the Community Edition\.$/);
    await window.picker(/Member Roles of Which Group/);
    await window.escape();
    await asked;
  });

  it('belong to a self-managed server as a whole, and there to administrators', async () => {
    await visit(app, 'selfManaged', 'owner');
    assert.match(await first(), /^Only administrators see these roles · 127\.0\.0\.1:\d+ has instance-wide roles$/);
  });

  it('are those of the server for its administrator: two hundred of them, with any name', async () => {
    await visit(app, 'selfManaged', 'root');
    const { heading, texts } = await shows(app, /^Role 150 /);
    assert.match(heading, /^Member roles of 127\.0\.0\.1:\d+ · 200$/);
    assert.equal(texts.length, 200);
    assert.ok(texts.includes('Odd \\u202e$(trash)\\u000aname · Guest + 1 permission'), texts[0]);
    assert.equal((await roleRow(app, 'Role 007')).target.place.kind, 'instance');
  });

  it('have no names on older releases', async () => {
    await visit(app, 'older', 'owner');
    const { texts } = await section(app);
    assert.deepEqual(texts, ['Guest with more permissions · Guest + 1 permission']);
  });

  it('tell a group nobody sees from a user', async () => {
    await visit(app, 'premium', 'owner', 'vault');
    assert.equal(await first(), 'vault was not found · the group does not exist, or you don’t have access');
    await visit(app, 'premium', 'owner', app.accounts.list()[0]?.username);
    assert.match(await first(), /is a personal namespace · custom roles belong to groups$/);
  });

  it('say who is asked on an older server for the roles of the whole', async () => {
    await visit(app, 'older', 'root');
    const { target } = app.memberRoles;
    assert.ok(target);
    app.memberRoles.choose({ ...target, place: { kind: 'instance' } });
    assert.match(await first(), /^Instance-wide roles require GitLab 16\.9 · 127\.0\.0\.1:\d+ is older$/);
    assert.notEqual(target.account.baseUrl, sandbox().url);
  });
});
