import assert from 'node:assert/strict';
import { reachedTests, readImports, type Imports } from './changed.ts';

describe('the tests that a change can reach', () => {
  let imports: Imports;

  before(async function () {
    this.timeout(30_000);
    imports = await readImports();
  });

  const reached = (...changed: readonly string[]): ReadonlySet<string> => reachedTests(changed, imports);

  it('are those that import it, themselves or through others', () => {
    const tests = reached('src/sandbox/world/build.ts');
    assert.ok(tests.has('test/sandbox/world.test.ts'));
    assert.ok(tests.has('test/model/pick.test.ts'), 'it drives the sandbox');
    assert.ok(!tests.has('test/webview/diff/parseDiff.test.ts'));
  });

  it('are those of every window where the change becomes a part of the extension', () => {
    const tests = reached('src/model/pick.ts');
    for (const place of ['test/host/connected', 'test/e2e/mainJob.test.ts']) assert.ok(tests.has(place), place);
    assert.ok(!tests.has('test/sandbox/world.test.ts'));
  });

  it('are those of the pages where it becomes a part of one: they read the bundle', () => {
    const tests = reached('src/webview/board/main.tsx');
    assert.ok(tests.has('test/webview/board/keys.test.ts'));
    assert.ok(!tests.has('test/client/retry.test.ts'));
  });

  it('are one suite where only a test of that suite has changed', () => {
    const tests = reached('test/host/connected/board/board.test.ts');
    assert.ok(tests.has('test/host/connected'));
    assert.ok(!tests.has('test/host/browsing'));
    assert.ok(!tests.has('test/e2e/board.test.ts'));
  });

  it('are all where a file has changed that tests read without importing it', () => {
    const tests = reached('test/fixtures/payloads/getUser.json');
    for (const place of ['test/client/retry.test.ts', 'test/host/connected']) assert.ok(tests.has(place), place);
  });

  it('are those alone that read the checkout where a page of the documentation has changed', () => {
    const tests = reached('docs/operations.md');
    assert.ok(tests.has('test/wire/operationsPage.test.ts'));
    assert.ok(!tests.has('test/host/connected'));
    assert.ok(!tests.has('test/client/retry.test.ts'));
  });

  it('are none where nothing has changed', () => {
    assert.equal(reached().size, 0);
  });
});
