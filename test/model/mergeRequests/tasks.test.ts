import assert from 'node:assert/strict';
import { withTask } from '../../../src/model/mergeRequests/tasks.ts';

describe('the box of a task in a text', () => {
  it('is set and cleared on its line alone, and every other character stays', () => {
    const text = 'Say when:\r\n\r\n- [ ] Kent [x]\r\n  1. [X] Surrey\r> * [ ] both\n';
    assert.equal(withTask(text, 2, true), text.replace('[ ] Kent', '[x] Kent'));
    assert.equal(withTask(text, 3, false), text.replace('[X] Surrey', '[ ] Surrey'));
    assert.equal(withTask(text, 4, true), text.replace('[ ] both', '[x] both'));
    assert.equal(withTask(text, 2, false), text);
  });

  it('is not made where there is none', () => {
    assert.equal(withTask('- one', 0, true), undefined);
    assert.equal(withTask('- [ ] one', 1, true), undefined);
  });
});
