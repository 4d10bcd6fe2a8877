// The English texts of the sources, by their syntax trees: what translations have to have.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Which arguments of the functions that translate are texts: `t('Text', …)`, `many(count, '{0} file', '{0} files')`. */
const textArguments = { t: [0], rich: [0], many: [1, 2] };

/** What a file with texts has somewhere. */
const calls = /\b(?:t|rich|many)\(/;

/** Where these functions are, which have no texts of their own. */
const translating = ['src/webview/elements/texts.ts', 'src/host/vscode.ts'];

/** The name of the function that translates, where a call is one of it: `t(…)`, `many(…)` or `vscode.l10n.t(…)`. */
const translatorOf = ({ expression: callee }) => {
  if (ts.isIdentifier(callee) && Object.hasOwn(textArguments, callee.text)) return callee.text;
  if (!ts.isPropertyAccessExpression(callee) || !Object.hasOwn(textArguments, callee.name.text)) return undefined;
  const owner = callee.expression;
  const isOwner = (ts.isPropertyAccessExpression(owner) ? owner.name : owner).getText() === 'l10n';
  return isOwner ? callee.name.text : undefined;
};

/** What an argument may be: one literal or a choice of some; undefined where it is computed. */
const literalsOf = (node) => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const choices = [literalsOf(node.whenTrue), literalsOf(node.whenFalse)];
  return choices.includes(undefined) ? undefined : choices.flat();
};

/**
 * The texts of one file, each with its place: `{ text, place }`. A call whose text is computed has no `text`: nobody
 * can translate it.
 */
export const textsOf = (file, content) => {
  // most files have none, and reading their syntax takes its time
  if (!calls.test(content)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const visit = (node) => {
    const translator = ts.isCallExpression(node) ? translatorOf(node) : undefined;
    if (translator !== undefined) {
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      for (const index of textArguments[translator])
        found.push(...(literalsOf(node.arguments[index]) ?? [undefined]).map((text) => ({ text, place })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/** The texts of all files in a folder of the project, such as `src/host`, and below it. */
export const textsIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) =>
      path
        .join(entry.parentPath ?? entry.path, entry.name)
        .split(path.sep)
        .join('/'),
    )
    .filter((file) => !translating.includes(file))
    .sort()
    .flatMap((file) => textsOf(file, readFileSync(file, 'utf8')));
