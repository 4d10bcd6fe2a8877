import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bareTextsOfHost, bareTextsOfPage } from './support/sources/bareTexts.ts';
import { rootFolder } from './support/paths.ts';
import { sourceTexts, textsOf } from './support/sources/texts.ts';

describe('the texts of the sources', () => {
  const found = (line: string): readonly (string | undefined)[] => textsOf('x.tsx', line).map(({ text }) => text);

  for (const [what, line, texts] of [
    ['a call', "t('One {0}', 1);", ['One {0}']],
    ['a call by the name of the interface', "vscode.l10n.t('One');", ['One']],
    ['a choice', "t(isOne ? 'One' : 'Other');", ['One', 'Other']],
    ['both forms of a plural', "many(count, '{0} file', '{0} files');", ['{0} file', '{0} files']],
    ['a plural of the host', "vscode.l10n.many(count, '{0} row', '{0} rows');", ['{0} row', '{0} rows']],
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

/** Literals that read like texts but need no translation. */
const noTexts = new Set([
  'Markdown',
  '.ownMessage :is(textarea, button)',
  'found current',
  'input, textarea, select, dialog, [contenteditable]',
  'input:not([type=checkbox], [type=radio]), textarea, select, dialog',
  'textarea, input, select, button, a[href], [tabindex="0"]',
  '`[data-index="${index}"]`',
  '`[data-place="${to.row} ${to.column}"]`',
  'ArrowLeft',
  'ArrowRight',
  // placeholders
  'glpat-…',
  'ghp_…',
  'release/1.0',
  'release/1.0..main',
  'github.com',
  'https://',
  'https://git.example.com/wanda/cider.git',
  'https://bucket.s3.eu-central-1.amazonaws.com/export.tar.gz?X-Amz-…',
  'key=value',
  // values of the API
  'PUT',
  'POST',
  'optimistic',
  'pessimistic',
  // icons and sources of answers
  'account',
  'asked',
  'check',
  'issue-closed',
  'issues',
  'note',
  // templates of texts for the server
  '{title}',
  'Revert "{title}"',
  'Reverts {original} on `{branch}`. {commits}',
]);

const listsOfNames = /^src\/webview\/(?:highlight\/(?:languages|tokens)|diff\/languageOf)\.ts$/;

describe('the texts for readers', () => {
  const inFiles = (folder: string, bareTextsOf: typeof bareTextsOfPage): readonly string[] =>
    readdirSync(path.join(rootFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(rootFolder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .filter((file) => !listsOfNames.test(file))
      .flatMap((file) => bareTextsOf(file, readFileSync(path.join(rootFolder, file), 'utf8')))
      .filter(({ text }) => !noTexts.has(text))
      .map(({ place, text }) => `${place} ${text}`);

  it('are translated in every page', () => {
    assert.deepEqual(inFiles('src/webview', bareTextsOfPage), []);
  });

  it('are translated in the host', () => {
    assert.deepEqual(inFiles('src/host', bareTextsOfHost), []);
  });

  for (const line of [
    '<p>Applied</p>',
    "<p>{isOld ? 'outdated' : t('new')}</p>",
    '<p>{`${count} cells`}</p>',
    "<p>{count > 1 && 'cells'}</p>",
    "<button title='Close' />",
    '<button aria-label={`Close ${name}`} />',
    "<Loading text={words ?? 'Loading…'} />",
    "const words = 'Select clean cells first.';",
    'say(`${count} of ${all} cells`);',
    "const states = { merged: 'Merged' };",
  ]) {
    it(`are missed on a page in ${line}`, () => {
      assert.equal(bareTextsOfPage('x.tsx', line).length, 1);
    });
  }

  for (const line of [
    "<p class='one two'>{t('Applied')}</p>",
    "<p>{t(isOld ? 'Outdated' : 'New')}</p>",
    "<p>{many(count, '{0} cell', '{0} cells')}</p>",
    "<p>{rich('On {0}', <b>{name}</b>)}</p>",
    "<Icon name='git-branch' />",
    "if (event.key === 'Enter') go();",
    "import { x } from '../elements/A page.ts';",
    '<p>·</p>',
  ]) {
    it(`are not missed on a page in ${line}`, () => {
      assert.deepEqual(bareTextsOfPage('x.tsx', line), []);
    });
  }

  for (const line of [
    "vscode.window.showErrorMessage('It failed.');",
    'const options = { placeHolder: `Branch of ${name}` };',
    "item.tooltip = isOld ? 'Outdated' : t('New');",
    "const row = { label: '$(add) Add' };",
    "new vscode.TreeItem('No commits');",
  ]) {
    it(`are missed in the host in ${line}`, () => {
      assert.equal(bareTextsOfHost('x.ts', line).length, 1);
    });
  }

  for (const line of [
    "vscode.window.showErrorMessage(t('It failed.'));",
    "const row = { label: `$(add) ${t('Add')}`, description: name };",
    "const row = { label: `$(${isWide ? 'regex' : 'shield'}) ${name}` };",
    "log.info('The files are read.');",
  ]) {
    it(`are not missed in the host in ${line}`, () => {
      assert.deepEqual(bareTextsOfHost('x.ts', line), []);
    });
  }
});
