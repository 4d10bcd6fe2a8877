import assert from 'node:assert/strict';
import { sourceTexts, textsOf } from './support/texts.ts';

describe('the texts of the sources', () => {
  const found = (line: string): readonly (string | undefined)[] => textsOf('x.tsx', line).map(({ text }) => text);

  for (const [what, line, texts] of [
    ['a call', "t('One {0}', 1);", ['One {0}']],
    ['a call by the name of the interface', "vscode.l10n.t('One');", ['One']],
    ['a choice', "t(isOne ? 'One' : 'Other');", ['One', 'Other']],
    ['both forms of a plural', "many(count, '{0} file', '{0} files');", ['{0} file', '{0} files']],
    ['a sentence around an element', "rich('On {0}', <b>main</b>);", ['On {0}']],
    ['a call in an element', "<a title={t('Open')}>{t('One')}</a>;", ['Open', 'One']],
  ] as const) {
    it(`have ${what}`, () => {
      assert.deepEqual(found(line), texts);
    });
  }

  it('show a call that computes its text', () => {
    assert.deepEqual(found('t(`One ${count}`);'), [undefined]);
  });

  it('have nothing of other calls', () => {
    assert.deepEqual(found("format('One'); other.t('Two');"), []);
  });

  it('are none of them computed', () => {
    assert.deepEqual(
      sourceTexts().flatMap(({ text, place }) => (text === undefined ? [place] : [])),
      [],
    );
  });
});
