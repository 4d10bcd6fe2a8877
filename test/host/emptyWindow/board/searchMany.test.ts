import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { searchMany } from '../../../../src/host/board/searchMany.ts';
import { delay, poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';

describe('a search for several things', () => {
  const user = hands();
  const rowOf = (label: string) => ({ label, values: [{ key: label, value: label }] });
  const command = (id: string): Thenable<unknown> => vscode.commands.executeCommand(id);

  it('takes with Enter what was ticked just before, while the ticks of a former search are being set', async () => {
    const answer = searchMany<string>({
      title: 'Search for which?',
      placeholder: 'Search',
      search: async (text) => (text === '' ? ['main', 'stable'] : ['release/1.0', 'release/2.0']).map(rowOf),
      empty: () => 'none',
      none: 'Tick at least one.',
    });
    const picker = await user.picker(/^Search for which\?$/);
    await user.tick(picker, /^main$/);
    picker.value = 'release';
    const newest = await poll(() => picker.items.find(({ label }) => label === 'release/2.0'), {
      what: 'what was found',
      everyMs: 1,
    });
    assert.ok(picker.busy, 'the ticks are being set');
    picker.activeItems = [newest];
    await delay(0);
    await Promise.all([
      command('workbench.action.quickPickManyToggle'),
      command('workbench.action.acceptSelectedQuickOpenItem'),
    ]);
    assert.deepEqual([...((await answer) ?? [])].sort(), ['main', 'release/2.0']);
  });
});
