import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { rootFolder } from './support/paths.ts';

/** Dynamic expressions by file, with what bounds them. */
const made: Readonly<Record<string, string>> = {
  'client/redactSecrets.ts': 'the secrets of the session, escaped: no repetition but of at most two signs',
  'host/shell/childProcess.ts': 'words of the source',
  'host/visible.ts': 'classes of the source, without repetition',
  'model/accounts/instanceAddress.ts': 'words of the source',
  'model/backports/findBackport.ts': 'the number of a merge request',
  'model/git/pathPattern.ts': 'one class of characters, for one character',
  'model/tokenShape.ts': 'words of the source',
  'model/transfers/imports/services/secrets.ts': 'words of the source',
  'sandbox/transfer/allowances.ts': 'names of the source',
  'webview/commitPage/find/findMatches.ts': 'what the user types as an expression, in a page of its own',
  'webview/elements/visibleText.ts': 'classes of the source, without repetition',
};

/** Files by expression with an unbounded repetition, and files that construct expressions. */
const uses = { literals: new Map<string, string>(), makers: new Set<string>() };

const sources = path.join(rootFolder, 'src');
for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }).toSorted()) {
  const file = name.split(path.sep).join('/');
  if (!/\.tsx?$/.test(file) || file.startsWith('sandbox/sample/orchard/history/')) continue;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && /[*+]|\{\d+,\}/.test(node.text.replaceAll(/\\./g, '')))
      uses.literals.set(node.text, file);
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp')
      uses.makers.add(file);
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, readFileSync(path.join(sources, file), 'utf8'), ts.ScriptTarget.Latest, true, kind));
}

const untimed = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/** Shorter words and repetitions make the check ten times faster. */
const shortened = (source: string): string =>
  source
    .replaceAll(/\{\d+,\}/g, '+')
    .replaceAll(
      /(\[(?:\\.|[^\]\\])*\]|\\[pPu]\{[^}]*\}|\\u.{4}|\\x..|\\.|\(\?<?[a-zA-Z!=]*>?)|([A-Za-z])[A-Za-z_]+(?![A-Za-z_]*[*+?{])/g,
      (_, other: string | undefined, letter: string) => other ?? letter,
    );

describe('regular expressions take as many steps as their text is long', () => {
  for (const [literal, file] of uses.literals) {
    it(`${literal} of ${file}`, () => {
      const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
      const found = checkSync(shortened(source), flags, untimed);
      const worst = found.status === 'vulnerable' ? `${found.complexity.summary}: ${found.attack.pattern}` : 'unknown';
      assert.equal(found.status, 'safe', worst);
    });
  }

  it('or are made of text that is bounded', () => {
    assert.deepEqual([...uses.makers], Object.keys(made));
  });
});
