import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from '../support/paths.ts';
import themes from './editorThemes.json' with { type: 'json' };

const media = path.join(rootFolder, 'media');
const stylesheet = readdirSync(media)
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(path.join(media, name), 'utf8'))
  .join('\n')
  .replace(/\/\*[^]*?\*\//g, '');

/** Colors that no recorded theme defines. */
const optional = [
  '--vscode-diffEditorGutter-insertedLineBackground',
  '--vscode-diffEditorGutter-removedLineBackground',
  '--vscode-editorUnicodeHighlight-background',
];

describe('style sheets of the pages', () => {
  it('uses only variables that the editor has', () => {
    const known = new Set([...Object.values(themes).flatMap((theme) => Object.keys(theme)), ...optional]);
    const used = new Set(stylesheet.match(/--vscode-[\w-]+/g));
    assert.deepEqual(
      [...used].filter((name) => !known.has(name)),
      [],
    );
  });

  it('takes every colour from the theme, but for shades over whatever is there', () => {
    // VS Code has no variables for syntax colors
    const fixed =
      stylesheet
        .replace(/--tok-[a-z]+: #[0-9a-f]{6};/g, '')
        .match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\([^)]*\)/gi) ?? [];
    assert.deepEqual([...new Set(fixed)].sort(), ['#0005', '#8884']);
  });
});
