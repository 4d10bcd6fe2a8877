import assert from 'node:assert/strict';
import type { App } from '../../../../src/extension.ts';
import { KeptTexts } from '../../../../src/host/shell/keptText.ts';
import { activated } from '../../../support/inHost.ts';

describe('texts no server has yet', () => {
  let app: App;
  let texts: KeptTexts;
  const text = {
    key: 'test one',
    account: 'somebody',
    text: 'Hello',
    place: { sha: 'abc', line: 3 },
    refusal: undefined,
  };

  before(async () => {
    app = await activated();
    texts = new KeptTexts(app.context.workspaceState);
  });

  afterEach(async () => {
    for (const { key } of texts.all('test ')) await texts.forget(key);
  });

  it('are one for each key, the last one, by area and for another store over the same workspace, too', async () => {
    await texts.keep({ ...text, text: 'Hello before', refusal: 'No.' });
    await texts.keep({ ...text, key: 'tests' });
    await texts.keep(text);
    const again = new KeptTexts(app.context.workspaceState);
    assert.partialDeepStrictEqual(again.get('test one'), text);
    assert.equal(again.all('test ').length, 1);
    await texts.keep({ ...text, key: 'test two' });
    const times = texts.all('test ').map(({ changedAtMs }) => changedAtMs);
    assert.equal(times.length, 2);
    assert.ok((times[0] ?? 0) >= (times[1] ?? 0), 'latest change first');
    await texts.forget('tests');
  });

  it('are forgotten when asked, and when nothing but blanks is left', async () => {
    await texts.keep(text);
    await texts.keep({ ...text, text: '  \n ' });
    assert.equal(texts.get('test one'), undefined);
    await texts.keep(text);
    await texts.forget('test one');
    assert.deepEqual(texts.all('test '), []);
  });
});
