import assert from 'node:assert/strict';
import type { App } from '../../../../../src/extension.ts';
import { StoredTexts } from '../../../../../src/host/shell/unsentTexts.ts';
import { activated } from '../../../../support/window/inHost.ts';

describe('texts no server has yet', () => {
  let app: App;
  let texts: StoredTexts;
  const text = {
    key: 'test one',
    account: 'somebody',
    text: 'Hello',
    place: { sha: 'abc', line: 3 },
    refusal: undefined,
  };

  before(async () => {
    app = await activated();
    texts = new StoredTexts(app.context.workspaceState);
  });

  afterEach(async () => {
    for (const { key } of texts.all('test ')) await texts.delete(key);
  });

  it('are one for each key, the last one, by area and for another store over the same workspace, too', async () => {
    await texts.save({ ...text, text: 'Hello before', refusal: 'No.' });
    await texts.save({ ...text, key: 'tests' });
    await texts.save(text);
    const again = new StoredTexts(app.context.workspaceState);
    assert.partialDeepStrictEqual(again.get('test one'), text);
    assert.equal(again.all('test ').length, 1);
    await texts.save({ ...text, key: 'test two' });
    const times = texts.all('test ').map(({ changedAtMs }) => changedAtMs);
    assert.equal(times.length, 2);
    assert.ok((times[0] ?? 0) >= (times[1] ?? 0), 'latest change first');
    await texts.delete('tests');
  });

  it('are forgotten when asked, and when nothing but blanks is left', async () => {
    await texts.save(text);
    await texts.save({ ...text, text: '  \n ' });
    assert.equal(texts.get('test one'), undefined);
    await texts.save(text);
    await texts.delete('test one');
    assert.deepEqual(texts.all('test '), []);
  });
});
