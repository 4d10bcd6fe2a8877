import assert from 'node:assert/strict';
import { handle, type Handlers } from '../../src/messages/page.ts';

type Message = { readonly type: 'open'; readonly path: string } | { readonly type: 'undo' | 'redo' };

describe('handle', () => {
  const done: string[] = [];
  const handlers: Handlers<Message> = {
    open: ({ path }) => done.push(path),
    undo: async () => {
      await Promise.resolve();
      done.push('undo');
    },
    redo: () => Promise.reject(new Error('nothing to do again')),
  };

  beforeEach(() => done.splice(0));

  it('has each message carried out by the handler of its type, to the end', async () => {
    await handle(handlers, { type: 'open', path: 'a.ts' });
    await handle(handlers, { type: 'undo' });
    assert.deepEqual(done, ['a.ts', 'undo']);
  });

  it('rejects with what the handler throws', async () => {
    await assert.rejects(handle(handlers, { type: 'redo' }), /nothing to do again/);
  });

  it('does nothing for a type of no handler, as a page of another version may send', async () => {
    for (const type of ['later', '__defineGetter__']) {
      await handle(handlers as Handlers<{ readonly type: string }>, { type });
    }
    assert.deepEqual(done, []);
  });

  it('does not compile without a handler for each type', () => {
    // @ts-expect-error `redo` has none
    const missing: Handlers<Message> = { open: () => undefined, undo: () => undefined };
    assert.ok(missing);
  });
});
