import assert from 'node:assert/strict';
import { withoutTrailers } from '../../../../src/webview/commitPage/head/trailers.ts';

describe('withoutTrailers', () => {
  const trailers = [
    { key: 'Signed-off-by', value: 'Ada <ada@example.com>' },
    { key: 'Changelog', value: 'fixed' },
  ];

  it('leaves out the last paragraph when it is shown as trailers', () => {
    const body = 'Why it is so.\n\nChangelog: fixed\nSigned-off-by: Ada <ada@example.com>';
    assert.equal(withoutTrailers(body, trailers), 'Why it is so.');
    assert.equal(withoutTrailers('Changelog: fixed', trailers), '');
  });

  it('keeps a paragraph that says anything else', () => {
    const body = 'Why it is so.\n\nChangelog: fixed\nNote: keep me';
    assert.equal(withoutTrailers(body, trailers), body);
    assert.equal(withoutTrailers('Changelog: fixed\n\nThe end.', trailers), 'Changelog: fixed\n\nThe end.');
  });
});
