import assert from 'node:assert/strict';
import { diffFile, type DiffFile } from '../../../src/webview/diff/diffFile.ts';
import { languageOf } from '../../../src/webview/diff/languageOf.ts';
import { loadLanguageOf, paintStretch, plainBecause, stretchAt } from '../../../src/webview/diff/paintFile.ts';
import { layeredPieces } from '../../../src/webview/diff/ranges.ts';
import { tokenKinds } from '../../../src/webview/diff/tokenKinds.ts';
import { languageFamilies } from '../../../src/webview/highlight/languages.ts';
import { painter } from '../../../src/webview/highlight/painter.ts';
import { changedWords } from '../../../src/webview/highlight/changedWords.ts';
import { fileView } from '../commitPage/sampleViews.ts';

const painted = async (file: DiffFile): Promise<string[][]> => {
  await loadLanguageOf(painter, file);
  return file.rows.flatMap((row, index) => {
    if (row.kind !== 'line') return [];
    const stretch = stretchAt(file, index);
    const { syntax = [] } = (stretch && paintStretch(painter, file, stretch)[index - stretch.start]) ?? {};
    const words: string[] = [];
    for (let at = 0; at < syntax.length; at += 3) {
      words.push(`${tokenKinds[syntax[at + 2] ?? -1]}:${row.text.slice(syntax[at], syntax[at + 1])}`);
    }
    return [words];
  });
};

describe('paintStretch', () => {
  it('colours each version as it is, with context as in the new one', async () => {
    const file = diffFile(
      fileView({ newPath: 'a.ts', diff: '@@ -1,3 +1,3 @@\n-/* old\n+let a = 1;\n return a;\n-*/\n+// end\n' }),
    );
    assert.deepEqual(await painted(file), [
      ['comment:/* old'],
      ['keyword:let', 'number:1'],
      ['control:return'],
      ['comment:*/'],
      ['comment:// end'],
    ]);
  });

  it('knows that a comment goes on from one stretch to the next', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `+ word ${index}`);
    const file = diffFile(
      fileView({ newPath: 'a.c', diff: `@@ -0,0 +1,202 @@\n+/*\n${lines.join('\n').slice(0)}\n+*/\n` }),
    );
    assert.deepEqual((await painted(file))[90], ['comment: word 89']);
  });

  it('leaves a line alone that is too long to be drawn, and goes on after it', async () => {
    const long = `"${'x'.repeat(2_000_000)}"`;
    const file = diffFile(fileView({ newPath: 'a.js', diff: `@@ -1,2 +1,2 @@\n+${long}\n+const b = 2;\n` }));
    assert.equal(plainBecause(file), 'This file is shown without colors because its diff is very large.');
    const shorter = diffFile(
      fileView({ newPath: 'a.js', diff: `@@ -1,2 +1,2 @@\n+"${'x'.repeat(50_000)}"\n+const b = 2;\n` }),
    );
    assert.deepEqual(await painted(shorter), [[], ['keyword:const', 'number:2']]);
  });
});

describe('languages', () => {
  it('know every language that files are given, and what is within it', async () => {
    for (const name of ['a.vue', 'a.md', 'a.erb', 'a.cs', 'Dockerfile', 'a.hbs', 'a.dart', 'a.toml', 'a.kt']) {
      const file = diffFile(
        fileView({ newPath: name, diff: '@@ -0,0 +1 @@\n+<b class="x">1</b> // "a" <script>let b = 1</script>\n' }),
      );
      const [line = []] = await painted(file);
      assert.notEqual(line.length, 0, name);
    }
    const vue = diffFile(fileView({ newPath: 'a.vue', diff: '@@ -0,0 +1 @@\n+<script>let b = 1</script>\n' }));
    assert.ok((await painted(vue))[0]?.includes('keyword:let'));
  });

  it('are each in the family that says so, and in no other', async () => {
    for (const { names, load } of languageFamilies) {
      assert.deepEqual(Object.keys(await load()).sort(), [...names].sort());
    }
    const all = languageFamilies.flatMap(({ names }) => names);
    assert.equal(new Set(all).size, all.length);
  });

  it('are loaded once, and what does not exist stays plain', async () => {
    const first = painter.loadLanguage('ocaml');
    assert.ok(first instanceof Promise);
    assert.equal(painter.loadLanguage('ocaml'), first);
    await first;
    assert.equal(painter.loadLanguage('ocaml'), undefined);
    assert.notDeepEqual(painter.tokens('let a = 1', 'ocaml'), []);
    await painter.loadLanguage('klingon');
    assert.deepEqual(painter.tokens('let a = 1', 'klingon'), []);
  });
});

describe('changedWords', () => {
  const marked = (before: string, after: string): [string[], string[]] | undefined => {
    const words = changedWords(before, after);
    const of = (text: string, ranges: readonly number[]): string[] =>
      layeredPieces(text, [ranges]).flatMap((piece) => (piece.kinds[0] === 0 ? [piece.text] : []));
    return words && [of(before, words.old), of(after, words.new)];
  };

  it('names the words that differ', () => {
    assert.deepEqual(marked('call(one, two);', 'call(one, three);'), [['two'], ['three']]);
    assert.deepEqual(marked('  value = 12', '  value = 123'), [['12'], ['123']]);
    assert.deepEqual(marked('a b', 'a new b'), [[], ['new ']]);
  });

  it('says nothing where lines have little in common', () => {
    assert.equal(marked('return nothing;', 'throw new Error(message, { cause })'), undefined);
  });

  it('compares very long lines from both ends only', () => {
    const long = 'ab '.repeat(700_000);
    assert.deepEqual(marked(`${long}old`, `${long}new`), [['old'], ['new']]);
    assert.deepEqual(marked(`${long}old ab old`, `${long}new ab new`), [['old ab old'], ['new ab new']]);
    assert.deepEqual(marked(`ab old ab old`, `ab new ab new`), [
      ['old', 'old'],
      ['new', 'new'],
    ]);
  });
});

describe('languageOf', () => {
  it('goes by the ending or the whole name', () => {
    assert.deepEqual(
      ['src/a.TSX', 'Makefile', 'x/Dockerfile.dev', 'a.yml', 'LICENSE', '.gitignore', 'constructor'].map(languageOf),
      ['typescript', 'makefile', 'dockerfile', 'yaml', undefined, undefined, undefined],
    );
  });
});
