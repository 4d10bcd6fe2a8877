import assert from 'node:assert/strict';
import { runScript } from '../support/run/commands.ts';
import { packagedExtension } from '../support/window/userSession.ts';

describe('npm run demo', function () {
  this.timeout(180_000);

  it('starts an editor and a sample server, and leaves nothing behind', async () => {
    const { code, output } = await runScript('test/support/demo.ts', ['--vsix', packagedExtension(), '--check']);
    assert.equal(code, 0, output);
    assert.match(output, /signed in with  \S+ \(maintainer: /);
    assert.match(output, /member roles    \S+ \(administrator\)/);
    assert.match(output, /leaves nothing behind/);
  });
});
