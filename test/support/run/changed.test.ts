import assert from 'node:assert/strict';
import { reachedTests, readImports, type Imports } from './changed.ts';

const [pick, retry, world] = [
  'test/model/pick/pick.test.ts',
  'test/client/retry.test.ts',
  'test/sandbox/world/world.test.ts',
];
const [host, otherHost] = ['test/host/connected/commits/pick/pick.test.ts', 'test/host/commits/links/links.test.ts'];
const [e2e, page, operations] = [
  'test/e2e/mainJob.test.ts',
  'test/webview/board/keys.test.ts',
  'test/wire/operationsPage.test.ts',
];

describe('the tests that a change can reach', () => {
  let imports: Imports;

  before(async function () {
    this.timeout(30_000);
    imports = await readImports();
  });

  for (const [what, changed, reached, others] of [
    [
      'those that import it, and those of every window',
      'src/sandbox/world/build.ts',
      [world, pick, e2e],
      [retry, page],
    ],
    ['those of every window where it is a part of the extension', 'src/model/pick/pick.ts', [pick, host, e2e], [world]],
    ['those of the pages where it is a part of one', 'src/webview/board/main.tsx', [page, host], [retry]],
    ['one suite where a file of that suite has changed', 'test/host/connected/launch.ts', [host], [otherHost, e2e]],
    ['all where a file is read and not imported', 'test/fixtures/payloads/getUser.json', [retry, host, e2e, page], []],
    ['those that read the checkout where it is documentation', 'docs/operations.md', [operations], [host, retry]],
  ] as const) {
    it(`are ${what}`, () => {
      const tests = reachedTests([changed], imports);
      for (const test of reached) assert.ok(tests.has(test), test);
      for (const test of others) assert.ok(!tests.has(test), test);
    });
  }

  it('are none where nothing has changed', () => {
    assert.equal(reachedTests([], imports).size, 0);
  });
});
