import assert from 'node:assert/strict';
import { TreeChanges } from '../../../../src/host/kit/trees/treeChanges.ts';
import { poll } from '../../../support/poll.ts';

interface Row {
  readonly name: string;
}

describe('changes of a tree', () => {
  const one: Row = { name: 'one' };
  const two: Row = { name: 'two' };
  const names = (told: readonly (readonly Row[] | undefined)[]): unknown =>
    told.map((each) => each?.map(({ name }) => name));

  it('are told only after the answers that were under way have left', async () => {
    const changes = new TreeChanges<Row>();
    const order: string[] = [];
    changes.event(() => order.push('change'));
    changes.fire(one);
    // VS Code sends responses to the window by a zero timeout
    setTimeout(() => order.push('answer'), 0);
    await poll(() => order.length === 2, { what: 'both' });
    assert.deepEqual(order, ['answer', 'change']);
    changes.dispose();
  });

  it('of one moment are told together, each row once', async () => {
    const changes = new TreeChanges<Row>();
    const told: (readonly Row[] | undefined)[] = [];
    changes.event((each) => told.push(each));
    for (const row of [one, two, one]) changes.fire(row);
    await poll(() => told.length > 0, { what: 'the rows' });
    changes.fire(two);
    await poll(() => told.length > 1, { what: 'the row after them' });
    assert.deepEqual(names(told), [['one', 'two'], ['two']]);
    changes.dispose();
  });

  it('of the whole tree are all there is to tell', async () => {
    const changes = new TreeChanges<Row>();
    const told: (readonly Row[] | undefined)[] = [];
    changes.event((each) => told.push(each));
    changes.fire(one);
    changes.fire();
    await poll(() => told.length > 0, { what: 'the change' });
    assert.deepEqual(names(told), [undefined]);
    changes.dispose();
  });
});
