import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { rootFolder } from '../paths.ts';

/** Undefined for a computed text, which cannot be translated. */
export interface SourceText {
  readonly text: string | undefined;
  readonly place: string;
}

/** Positions of texts: `t('Text', …)`, `many(count, '{0} file', '{0} files')`. */
export const textArguments: Readonly<Record<string, readonly number[]>> = { t: [0], rich: [0], many: [1, 2] };

const calls = /\b(?:t|rich|many)\(/;

const translating = ['src/webview/elements/texts.ts', 'src/host/vscode.ts'];

export const parseSource = (file: string, content: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    content,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

const positionsIn = ({ expression: callee }: ts.CallExpression): readonly number[] => {
  if (ts.isIdentifier(callee) && Object.hasOwn(textArguments, callee.text)) return textArguments[callee.text] ?? [];
  if (!ts.isPropertyAccessExpression(callee) || !Object.hasOwn(textArguments, callee.name.text)) return [];
  const owner = callee.expression;
  const isOwner = (ts.isPropertyAccessExpression(owner) ? owner.name : owner).getText() === 'l10n';
  return isOwner ? (textArguments[callee.name.text] ?? []) : [];
};

/** Undefined if computed. */
const literalsOf = (node: ts.Expression | undefined): readonly string[] | undefined => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (!ts.isConditionalExpression(node)) return undefined;
  const [one, other] = [literalsOf(node.whenTrue), literalsOf(node.whenFalse)];
  return one && other && [...one, ...other];
};

export const textsOf = (file: string, content: string): readonly SourceText[] => {
  if (!calls.test(content)) return [];
  const source = parseSource(file, content);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      for (const position of positionsIn(node))
        found.push(...(literalsOf(node.arguments[position]) ?? [undefined]).map((text) => ({ text, place })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

export const sourceTexts = (): readonly SourceText[] =>
  ['src/host', 'src/webview'].flatMap((folder) =>
    readdirSync(path.join(rootFolder, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((file) => /\.tsx?$/.test(file) && !translating.includes(file))
      .sort()
      .flatMap((file) => textsOf(file, readFileSync(path.join(rootFolder, file), 'utf8'))),
  );
