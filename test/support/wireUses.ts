import path from 'node:path';
import ts from 'typescript';
import { rootFolder } from './paths.ts';

/** What the extension reads of records and sets of parameters. Files are named below `src`, without their ending. */
export interface WireUses {
  /** By the record's name in `src/wire`, then by the field's place in it (`author.name`): the files that use it. */
  readonly records: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  /** By the operation's name, then by the parameter's: the files that set it. */
  readonly operations: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
}

type Member = (ts.PropertyAssignment | ts.ShorthandPropertyAssignment) & { readonly name: ts.Identifier };

const sourceFolder = `${rootFolder.split(path.sep).join('/')}/src/`;
const wireFolder = `${sourceFolder}wire/`;

/**
 * Reads from the types of the sources which file uses which field and which parameter. A parameter counts as set, too,
 * where a file that names its operation writes a member of that name. Takes seconds: the whole extension is checked.
 */
export const wireUses = (): WireUses => {
  const program = programOf();
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(sourceFolder));
  const wire = sources.filter(({ fileName }) => fileName.startsWith(wireFolder));
  const members = wire.flatMap((source) => membersOf(source));
  const names = new Set(members.map(({ name }) => name.text));

  const users = new Map<ts.Node, Set<string>>();
  const written = new Map<string, Set<string>>();
  for (const source of sources) {
    if (source.fileName.startsWith(wireFolder)) continue;
    const file = source.fileName.slice(sourceFolder.length).replace(/\.ts$/, '');
    const note = <Key>(uses: Map<Key, Set<string>>, key: Key): unknown =>
      uses.set(key, (uses.get(key) ?? new Set()).add(file));
    const imported = importedFromWire(source);
    const visit = (node: ts.Node): void => {
      const used = memberUsed(node, checker, names);
      if (used?.isWritten === true) for (const name of imported) note(written, `${name} ${used.name}`);
      for (const origin of used?.symbol ? originsOf(used.symbol, checker) : []) note(users, origin);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  const filesOf = (nodes: readonly ts.Node[]): readonly string[] =>
    [...new Set(nodes.flatMap((node) => [...(users.get(node) ?? [])]))].toSorted();

  const records = new Map<string, Map<string, readonly string[]>>();
  for (const member of members) {
    const place = placeInRecord(member);
    if (place === undefined) continue;
    const fields = records.get(place.record) ?? new Map<string, readonly string[]>();
    records.set(place.record, fields.set(place.field, filesOf([member])));
  }

  const operations = new Map<string, Map<string, readonly string[]>>();
  for (const operation of catalogueOf(wire, checker)) {
    const table = checker.getTypeOfSymbol(operation).getProperty('parameters');
    const parameters = table ? checker.getPropertiesOfType(checker.getTypeOfSymbol(table)) : [];
    const setters = parameters.map((parameter): [string, readonly string[]] => {
      const byName = written.get(`${operation.name} ${parameter.name}`) ?? [];
      return [parameter.name, [...new Set([...filesOf(originsOf(parameter, checker)), ...byName])].toSorted()];
    });
    operations.set(operation.name, new Map(setters));
  }
  return { records, operations };
};

const programOf = (): ts.Program => {
  const { config } = ts.readConfigFile(path.join(rootFolder, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, rootFolder);
  return ts.createProgram(
    fileNames.filter((file) => !file.includes('/src/sandbox/')),
    { ...options, noEmit: true },
  );
};

const isMember = (node: ts.Node): node is Member =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && ts.isIdentifier(node.name);

const membersOf = (node: ts.Node): Member[] => {
  const members: Member[] = isMember(node) ? [node] : [];
  ts.forEachChild(node, (child) => void members.push(...membersOf(child)));
  return members;
};

/** Where a field stands; undefined for what is no member of a `v.object`. */
const placeInRecord = (member: Member): { readonly record: string; readonly field: string } | undefined => {
  const isField = ({ parent }: Member): boolean =>
    ts.isCallExpression(parent.parent) && /^v\.\w*[oO]bject$/.test(parent.parent.expression.getText());
  if (!isField(member)) return undefined;
  const names: string[] = [];
  let node: ts.Node = member;
  while (!ts.isVariableDeclaration(node)) {
    if (isMember(node) && isField(node)) names.unshift(node.name.text);
    if (ts.isSourceFile(node)) return undefined;
    node = node.parent;
  }
  return { record: node.name.getText(), field: names.join('.') };
};

const importedFromWire = (source: ts.SourceFile): readonly string[] =>
  source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !/\/wire\/\w+\.ts'$/.test(statement.moduleSpecifier.getText())) return [];
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
  });

interface Used {
  readonly name: string;
  readonly symbol: ts.Symbol | undefined;
  readonly isWritten: boolean;
}

/** The member that an expression reads or writes, if it has one of the names. */
const memberUsed = (node: ts.Node, checker: ts.TypeChecker, names: ReadonlySet<string>): Used | undefined => {
  if (ts.isPropertyAccessExpression(node)) {
    const name = node.name.text;
    return names.has(name) ? { name, symbol: checker.getSymbolAtLocation(node.name), isWritten: false } : undefined;
  }
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = (node.propertyName ?? node.name).getText();
    const type = names.has(name) ? checker.getTypeAtLocation(node.parent) : undefined;
    return type && { name, symbol: checker.getPropertyOfType(type, name), isWritten: false };
  }
  if (isMember(node) && names.has(node.name.text)) {
    const name = node.name.text;
    const type = checker.getContextualType(node.parent);
    return { name, symbol: type && checker.getPropertyOfType(type, name), isWritten: true };
  }
  return undefined;
};

/** What the checker knows of a symbol that was made from others: not part of its public types. */
interface Links {
  readonly syntheticOrigin?: ts.Symbol;
  readonly target?: ts.Symbol;
  readonly containingType?: ts.UnionOrIntersectionType;
}

/** Where a member was declared, through mapped types, unions and intersections. */
const originsOf = (symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Node[] => {
  const { links } = symbol as { readonly links?: Links };
  const parts = links?.containingType?.types.flatMap((type) => checker.getPropertyOfType(type, symbol.name) ?? []);
  const behind = [links?.syntheticOrigin, links?.target, ...(parts ?? [])].flatMap((one) => one ?? []);
  return [...new Set([...(symbol.declarations ?? []), ...behind.flatMap((one) => originsOf(one, checker))])];
};

const catalogueOf = (wire: readonly ts.SourceFile[], checker: ts.TypeChecker): readonly ts.Symbol[] => {
  const file = wire.find(({ fileName }) => fileName.endsWith('/catalogue.ts'));
  const module = file && checker.getSymbolAtLocation(file);
  const catalogue = module && checker.getExportsOfModule(module).find(({ name }) => name === 'catalogue');
  if (!catalogue) throw new Error('There is no catalogue in src/wire/catalogue.ts.');
  return checker.getPropertiesOfType(checker.getTypeOfSymbol(catalogue));
};
