import assert from 'node:assert/strict';
import type { App } from '../../../src/extension.ts';
import { activated, signOut } from '../../support/window/inHost.ts';
import { hands } from '../hands.ts';
import { roleRow, section, shows, visit } from './roleHands.ts';

describe('member roles that are not to be had', () => {
  hands();
  let app: App;

  before(async () => {
    app = await activated();
  });

  afterEach(async () => {
    app.memberRoles.choose(undefined);
    await signOut(app);
  });

  /** The first row, with its actions. */
  const first = async (): Promise<string> => {
    const { texts } = await section(app);
    assert.equal(texts[1], 'Choose Another Group…');
    return texts[0] ?? '';
  };

  it('take Ultimate, which the owner of a Premium group is told', async () => {
    await visit(app, 'premium', 'owner');
    assert.equal(await first(), 'Custom roles require GitLab Ultimate · acme does not have it');
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
});
