import assert from 'node:assert/strict';
import { extension } from '../../support/window/inHost.ts';

describe('activation', () => {
  it('does not come by itself where the folder is no Git repository', () => {
    assert.equal(extension().isActive, false);
  });
});
