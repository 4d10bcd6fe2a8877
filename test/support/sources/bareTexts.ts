import ts from 'typescript';
import { parseSource, textArguments } from './texts.ts';

/** Visible text that is not translated; `place` is `file:line`. */
export interface BareText {
  readonly place: string;
  readonly text: string;
}

const shownAttributes = new Set(
  'title,aria-label,aria-valuetext,aria-description,alt,placeholder,label,text,words,what,name,yes,sendLabel'.split(
    ',',
  ),
);

const shownProperties = new Set(
  'title,placeHolder,placeholder,prompt,label,description,detail,tooltip,openLabel,saveLabel,validationMessage'.split(
    ',',
  ),
);

const showing = /^(?:show(?:Information|Warning|Error)Message|setStatusBarMessage|TreeItem)$/;

/** Has a word beside icons such as `$(check)`. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\$\([\w-]+\)/g, ''));

const written = (node: ts.Expression | undefined): readonly ts.Node[] => {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return hasWords(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
    // the name of an icon follows `$(`
    const inner = node.templateSpans.flatMap(({ expression }, index) =>
      pieces[index]?.text.endsWith('$(') ? [] : written(expression),
    );
    return pieces.some(({ text }) => hasWords(text)) ? [node] : inner;
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return written(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(written);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return written(node.right);
    const joins = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken];
    return joins.includes(operator) ? [node.left, node.right].flatMap(written) : [];
  }
  return [];
};

const nameOf = (node: ts.Expression): string =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';

const translatedIn = (node: ts.Node): readonly ts.Node[] => {
  if (!ts.isCallExpression(node)) return [];
  const name = nameOf(node.expression);
  const positions = Object.hasOwn(textArguments, name) ? (textArguments[name] ?? []) : [];
  return positions.flatMap((position) => written(node.arguments[position]));
};

const isPartOfElement = ({ parent }: ts.Node): boolean => ts.isJsxElement(parent) || ts.isJsxFragment(parent);

const isOfIcon = (attribute: ts.JsxAttribute): boolean => attribute.parent.parent.tagName.getText() === 'Icon';

const shownOnPage = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isJsxText(node)) return hasWords(node.text) ? [node] : [];
  if (ts.isJsxExpression(node) && isPartOfElement(node)) return written(node.expression);
  if (!ts.isJsxAttribute(node) || !shownAttributes.has(node.name.getText()) || isOfIcon(node)) return [];
  const { initializer } = node;
  if (initializer === undefined || ts.isStringLiteral(initializer)) return written(initializer);
  return ts.isJsxExpression(initializer) ? written(initializer.expression) : [];
};

const shownByHost = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isPropertyAssignment(node) && shownProperties.has(node.name.getText())) return written(node.initializer);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return shownProperties.has(nameOf(node.left)) ? written(node.right) : [];
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  return isCall && showing.test(nameOf(node.expression)) ? written(node.arguments?.[0]) : [];
};

const isNoText = (node: ts.Node): boolean => {
  const { parent } = node;
  return (
    ts.isImportDeclaration(parent) ||
    ts.isTypeNode(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText()))
  );
};

const readsLikeText = (text: string): boolean => /^\P{L}*\p{Lu}\p{Ll}|\p{L}[,.:;]? \p{L}/u.test(text);

const wordsOf = ({ head, templateSpans }: ts.TemplateExpression): number =>
  [head, ...templateSpans.map(({ literal }) => literal)].flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []).length;

const textOf = (node: ts.Node): string =>
  ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text.trim().replaceAll(/\s+/g, ' ') : node.getText();

const collect = (file: string, content: string, shown: (node: ts.Node) => readonly ts.Node[]): readonly BareText[] => {
  const source = parseSource(file, content);
  const found = new Set<ts.Node>();
  const translated = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    for (const each of translatedIn(node)) translated.add(each);
    for (const each of shown(node)) if (!translated.has(each)) found.add(each);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map((node) => ({
    place: `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
    text: textOf(node),
  }));
};

/** Untranslated texts of a webview file: all visible ones, and any literal that reads like a sentence. */
export const bareTextsOfPage = (file: string, content: string): readonly BareText[] =>
  collect(file, content, (node) => {
    const reads =
      (ts.isStringLiteralLike(node) && !isNoText(node) && readsLikeText(node.text)) ||
      (ts.isTemplateExpression(node) && wordsOf(node) > 1);
    return reads && !isOfStyles(node) ? [node] : shownOnPage(node);
  });

const isOfStyles = (node: ts.Node): boolean => {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent)
    if (ts.isJsxAttribute(at)) return ['class', 'style', 'key', 'id'].includes(at.name.getText());
  return false;
};

export const bareTextsOfHost = (file: string, content: string): readonly BareText[] =>
  collect(file, content, shownByHost);
