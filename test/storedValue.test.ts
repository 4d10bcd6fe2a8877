import assert from 'node:assert/strict';
import * as v from 'valibot';
import { shaped, stored, storedMap } from '../src/host/shell/storedValue.ts';

const memento = (values: Readonly<Record<string, unknown>>) => {
  const stored = new Map(Object.entries(values));
  const written: string[] = [];
  return {
    written,
    keys: () => [...stored.keys()],
    get: <T>(key: string) => stored.get(key) as T,
    async update(key: string, value: unknown) {
      written.push(key);
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
    },
  };
};

const named = shaped(v.object({ name: v.string() }));

describe('a stored value', () => {
  it('is what was put there, until it is forgotten', async () => {
    const value = stored(memento({}), 'graft.one', named);
    assert.equal(value.get(), undefined);
    await value.put({ name: 'Olive' });
    assert.deepEqual(value.get(), { name: 'Olive' });
    await value.put(undefined);
    assert.equal(value.get(), undefined);
  });

  it('is nothing, or what is usual, where something else is stored', () => {
    const storage = memento({ 'graft.one': { title: 'Olive' } });
    assert.equal(stored(storage, 'graft.one', named).get(), undefined);
    assert.deepEqual(stored(storage, 'graft.one', shaped(v.array(v.string()), [])).get(), []);
  });

  it('is not written to be forgotten where there is none', async () => {
    const storage = memento({});
    await stored(storage, 'graft.one', named).put(undefined);
    assert.deepEqual(storage.written, []);
  });

  it('is one of those that share a prefix, which are read without those that cannot be', async () => {
    const storage = memento({ 'graft.one a': { name: 'a' }, 'graft.one b': 7, 'graft.other c': { name: 'c' } });
    const each = storedMap(storage, 'graft.one ', named);
    await each.of('d').put({ name: 'd' });
    assert.deepEqual(each.all(), [{ name: 'a' }, { name: 'd' }]);
    assert.deepEqual(storage.written, ['graft.one d']);
  });
});
