import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { rootFolder } from '../paths.ts';

export interface GitCallSite {
  /** Path below `src`, without extension. */
  readonly file: string;
  /** Literals, `-x…` for an option with an attached value, other code in braces. */
  readonly command: readonly string[];
  readonly operands: string;
}

export const gitCalls = (): readonly GitCallSite[] => {
  const config = path.join(rootFolder, 'tsconfig.json');
  const json: unknown = ts.readConfigFile(config, (file) => ts.sys.readFile(file)).config;
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, rootFolder);
  const files = fileNames.filter((file) => /git(?!hub|lab)/i.test(readFileSync(file, 'utf8')));
  const program = ts.createProgram(files, { ...options, noResolve: true, types: [] });
  const checker = program.getTypeChecker();
  const sites: GitCallSite[] = [];
  for (const source of program.getSourceFiles()) {
    const [, file] = /\/src\/(.+)\.ts$/.exec(source.fileName) ?? [];
    const visit = (node: ts.Node): void => {
      const site = file !== undefined && ts.isCallExpression(node) ? siteOf(node, checker) : undefined;
      if (file !== undefined && site !== undefined) sites.push({ file, ...site });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return sites;
};

const siteOf = (node: ts.CallExpression, checker: ts.TypeChecker): Omit<GitCallSite, 'file'> | undefined => {
  const declaration = checker.getResolvedSignature(node)?.declaration;
  if (declaration === undefined || ts.isJSDocSignature(declaration)) return undefined;
  const isSandbox = declaration.getSourceFile().fileName.endsWith('/sandbox/git/command.ts');
  const at = declaration.parameters.findIndex(
    ({ type, name }) => type?.getText() === 'GitCommand' || (isSandbox && name.getText() === 'args'),
  );
  const command = node.arguments[at];
  if (command === undefined || node.expression.getText() === 'gitFailure') return undefined;
  // skip runners that pass on their own parameter
  const given = checker.getSymbolAtLocation(command)?.valueDeclaration;
  if (given !== undefined && ts.isParameter(given) && /^(?:command|args)$/.test(command.getText())) return undefined;
  return { command: words(command, checker), operands: operands(node.arguments[at + 1], checker) };
};

const meant = (node: ts.Expression, checker: ts.TypeChecker): ts.Expression => {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
  return declaration && ts.isVariableDeclaration(declaration) ? (declaration.initializer ?? node) : node;
};

const words = (node: ts.Expression, checker: ts.TypeChecker): readonly string[] => {
  const list = meant(node, checker);
  if (!ts.isArrayLiteralExpression(list)) return [`{${list.getText()}}`];
  return list.elements.flatMap((element) => {
    const value = ts.isSpreadElement(element) ? element.expression : element;
    return literals(checker.getTypeAtLocation(value), checker) ?? `{${meant(value, checker).getText()}}`;
  });
};

/** All literals a type allows; undefined for other types. */
const literals = (type: ts.Type, checker: ts.TypeChecker): readonly string[] | undefined => {
  if (type.isStringLiteral()) return [type.value];
  if (type.flags & ts.TypeFlags.Never) return [];
  if ((type.flags & ts.TypeFlags.Object) === 0 && !type.isUnion()) return undefined;
  const parts = type.isUnion()
    ? type.types
    : checker.isArrayLikeType(type)
      ? checker.getTypeArguments(type as ts.TypeReference)
      : undefined;
  if (parts === undefined) {
    const names = type.getProperties().map(({ name }) => name);
    return names.every((name) => name.startsWith('-')) ? names.map((name) => `${name}…`) : undefined;
  }
  const found = parts.map((part) => literals(part, checker));
  return found.includes(undefined) ? undefined : found.flatMap((each) => each ?? []);
};

const operands = (call: ts.Expression | undefined, checker: ts.TypeChecker): string => {
  const record = call && meant(call, checker);
  if (record === undefined || !ts.isObjectLiteralExpression(record)) return '';
  return record.properties
    .filter(({ name }) => ['revisions', 'paths', 'input'].includes(name?.getText() ?? ''))
    .map((property) => property.getText())
    .join(', ');
};
