import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { rootFolder } from './support/paths.ts';

type Zone = 'wire' | 'messages' | 'client' | 'model' | 'host' | 'extension.ts' | 'webview' | 'sandbox';

/** What a zone may import: other zones, packages by name, and which modules of Node. */
interface Rights {
  readonly zones: readonly Zone[];
  readonly packages: readonly string[];
  readonly node: 'any' | 'none' | 'withoutInputAndOutput';
}

/** The house of ARCHITECTURE.md. Its own files a zone may always import. */
const house: Readonly<Record<Zone, Rights>> = {
  wire: { zones: [], packages: ['valibot'], node: 'none' },
  messages: { zones: [], packages: ['valibot'], node: 'none' },
  client: {
    zones: ['wire'],
    packages: ['valibot', 'undici', 'gql.tada', '@0no-co/graphql.web', '@anycable/core', 'graphql-ws'],
    node: 'any',
  },
  model: { zones: ['client', 'wire'], packages: ['valibot', 'tar-stream'], node: 'withoutInputAndOutput' },
  host: { zones: ['model', 'client', 'wire', 'messages'], packages: ['vscode', 'valibot', 'diff'], node: 'any' },
  'extension.ts': { zones: ['host', 'model', 'client', 'wire', 'messages'], packages: ['vscode'], node: 'any' },
  webview: {
    zones: ['messages'],
    packages: ['preact', '@tanstack/virtual-core', 'markdown-it', 'highlight.js', 'diff', 'valibot'],
    node: 'none',
  },
  sandbox: {
    zones: ['wire'],
    packages: ['valibot', 'graphql', 'graphql-ws', 'ws', '@fastify/busboy', 'tar-stream'],
    node: 'any',
  },
};

/** Packages that one file alone may import. */
const homes: Readonly<Record<string, string>> = {
  undici: 'src/client/undiciTransport.ts',
  'markdown-it': 'src/webview/markdown/parseMarkdown.ts',
};

const inputAndOutput =
  /^node:(?:fs|net|tls|https?|http2|child_process|dgram|dns|worker_threads|cluster|readline|repl|inspector|sqlite)(?:\/|$)/;

const longestFile = 400;

/** A file of the project: path from the root with `/`, and its text. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const sourceFiles = (): readonly SourceFile[] =>
  readdirSync(path.join(rootFolder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(rootFolder, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));

const parse = ({ path: name, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The node that names what is imported, for every way to import: statements, re-exports, calls and types. */
const importedBy = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return node.moduleReference.expression;
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression;
  const isImport =
    callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
  return isImport ? (node.arguments[0] ?? node) : undefined;
};

/** Everything a file imports, as written; `undefined` for an import that is computed. */
const importsOf = (source: ts.SourceFile): readonly (string | undefined)[] => {
  const found: (string | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    const named = importedBy(node);
    if (named !== undefined) found.push(ts.isStringLiteralLike(named) ? named.text : undefined);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const zoneOf = (file: string): Zone | undefined => {
  const name = file.split('/')[1] ?? '';
  return Object.hasOwn(house, name) ? (name as Zone) : undefined;
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Why a file may not import something, or undefined when it may. */
const whyNot = (file: string, zone: Zone, specifier: string | undefined): string | undefined => {
  const rights = house[zone];
  if (specifier === undefined) return 'is computed: nobody can tell what it is';
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    const targetZone = target.startsWith('src/') ? zoneOf(target) : undefined;
    if (targetZone === undefined) return `leads out of the house, to ${target}`;
    return targetZone === zone || rights.zones.includes(targetZone)
      ? undefined
      : `${zone} may not import ${targetZone}`;
  }
  if (specifier !== 'vscode' && isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) return `is to be written node:${specifier}`;
    if (rights.node === 'none') return `${zone} may not import modules of Node`;
    return rights.node === 'withoutInputAndOutput' && inputAndOutput.test(specifier)
      ? `${zone} may do no input and output of its own`
      : undefined;
  }
  const name = packageOf(specifier);
  const home = homes[name];
  if (home !== undefined && home !== file) return `only ${home} may import ${name}`;
  return rights.packages.includes(name) ? undefined : `${zone} may not import ${name}`;
};

const isDefaultExport = (statement: ts.Statement): boolean =>
  ts.isExportAssignment(statement) ||
  (ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) ||
  (ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause) &&
    statement.exportClause.elements.some(({ name }) => name.text === 'default'));

/** Everything about a file that breaks the rules of the house, one sentence each. */
const violations = (file: SourceFile): readonly string[] => {
  const zone = zoneOf(file.path);
  if (zone === undefined) return [`${file.path} is in no zone of the house: ${Object.keys(house).join(', ')}`];
  const source = parse(file);
  const lines = file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0);
  return [
    ...importsOf(source).flatMap((specifier) => {
      const reason = whyNot(file.path, zone, specifier);
      return reason === undefined
        ? []
        : [`${file.path} imports ${specifier === undefined ? 'something that' : `"${specifier}":`} ${reason}`];
    }),
    ...(lines > longestFile ? [`${file.path} has ${lines} lines; the longest may have ${longestFile}`] : []),
    ...(source.statements.some(isDefaultExport)
      ? [`${file.path} has a default export: only named ones are searchable`]
      : []),
  ];
};

describe('the architecture', () => {
  const files = sourceFiles();

  it('is kept by every source file', () => {
    assert.deepEqual(files.flatMap(violations), []);
  });

  it('is checked on the whole house', () => {
    const zones = new Set(files.map((file) => zoneOf(file.path)));
    assert.deepEqual([...zones].sort(), Object.keys(house).sort());
    for (const home of Object.values(homes))
      assert.ok(
        files.some((file) => file.path === home),
        `${home} is gone`,
      );
  });
});

describe('the check of the architecture', () => {
  const found = (file: string, ...lines: readonly string[]): readonly string[] =>
    violations({ path: file, text: lines.join('\n') });

  for (const [what, line] of [
    ['a statement', "import { x } from '../host/app.ts';"],
    ['types', "import type { X } from '../host/app.ts';"],
    ['a type among values', "import { type X } from '../host/app.ts';"],
    ['its effects', "import '../host/app.ts';"],
    ['everything', "import * as x from '../host/app.ts';"],
    ['a re-export', "export { x } from '../host/app.ts';"],
    ['a re-export of everything', "export * from '../host/app.ts';"],
    ['a call', "const x = async () => import('../host/app.ts');"],
    ['a template', 'const x = async () => import(`../host/app.ts`);'],
    ['a type expression', "type X = import('../host/app.ts').X;"],
    ['typeof', "let x: typeof import('../host/app.ts');"],
    ['require', "const x = require('../host/app.ts');"],
    ['an assignment', "import x = require('../host/app.ts');"],
  ] as const) {
    it(`sees an import by ${what}`, () => {
      assert.deepEqual(found('src/model/x.ts', '', line), [
        'src/model/x.ts imports "../host/app.ts": model may not import host',
      ]);
    });
  }

  for (const [file, specifier, reason] of [
    ['src/wire/x.ts', '../client/client.ts', 'wire may not import client'],
    ['src/wire/x.ts', 'node:fs', 'wire may not import modules of Node'],
    ['src/wire/x.ts', 'vscode', 'wire may not import vscode'],
    ['src/wire/x.ts', 'undici', 'only src/client/undiciTransport.ts may import undici'],
    ['src/messages/x.ts', '../wire/commits.ts', 'messages may not import wire'],
    ['src/client/x.ts', '../model/x.ts', 'client may not import model'],
    ['src/client/x.ts', 'vscode', 'client may not import vscode'],
    ['src/client/x.ts', 'undici', 'only src/client/undiciTransport.ts may import undici'],
    ['src/model/x.ts', 'vscode', 'model may not import vscode'],
    ['src/model/commits/x.ts', '../../messages/x.ts', 'model may not import messages'],
    ['src/model/x.ts', 'node:fs/promises', 'model may do no input and output of its own'],
    ['src/model/x.ts', 'fs', 'is to be written node:fs'],
    ['src/host/x.ts', '../webview/x.ts', 'host may not import webview'],
    ['src/host/x.ts', '../sandbox/main.ts', 'host may not import sandbox'],
    ['src/host/x.ts', '../extension.ts', 'host may not import extension.ts'],
    ['src/extension.ts', './sandbox/main.ts', 'extension.ts may not import sandbox'],
    ['src/webview/page/x.tsx', '../../wire/commits.ts', 'webview may not import wire'],
    ['src/webview/page/x.tsx', 'node:path', 'webview may not import modules of Node'],
    ['src/webview/page/x.tsx', 'vscode', 'webview may not import vscode'],
    ['src/webview/page/x.tsx', 'lodash/fp', 'webview may not import lodash'],
    ['src/sandbox/x.ts', '../client/client.ts', 'sandbox may not import client'],
    ['src/sandbox/x.ts', '../messages/x.ts', 'sandbox may not import messages'],
    ['src/client/x.ts', '../../test/support/paths.ts', 'leads out of the house, to test/support/paths.ts'],
    ['src/client/x.ts', '../../../elsewhere/x.ts', 'leads out of the house, to ../elsewhere/x.ts'],
    ['src/client/x.ts', '@scope/name/part', 'client may not import @scope/name'],
  ] as const) {
    it(`refuses ${file} importing ${specifier}`, () => {
      assert.deepEqual(found(file, `import '${specifier}';`), [`${file} imports "${specifier}": ${reason}`]);
    });
  }

  for (const [file, specifier] of [
    ['src/wire/x.ts', './commits.ts'],
    ['src/wire/x.ts', 'valibot'],
    ['src/client/undiciTransport.ts', 'undici'],
    ['src/client/x.ts', '../wire/commits.ts'],
    ['src/client/x.ts', 'node:events'],
    ['src/model/commits/x.ts', '../../client/client.ts'],
    ['src/host/commits/x.ts', 'vscode'],
    ['src/host/commits/x.ts', '../../messages/commitPage.ts'],
    ['src/extension.ts', './host/app.ts'],
    ['src/webview/page/x.tsx', '../../messages/commitPage.ts'],
    ['src/webview/page/x.tsx', 'preact/hooks'],
    ['src/sandbox/git/x.ts', '../../wire/commits.ts'],
    ['src/sandbox/git/x.ts', 'node:child_process'],
  ] as const) {
    it(`allows ${file} importing ${specifier}`, () => {
      assert.deepEqual(found(file, `import '${specifier}';`), []);
    });
  }

  it('refuses an import that is computed', () => {
    assert.deepEqual(found('src/host/x.ts', 'const x = async (name: string) => import(name);'), [
      'src/host/x.ts imports something that is computed: nobody can tell what it is',
    ]);
  });

  it('does not take texts and comments for imports', () => {
    assert.deepEqual(found('src/wire/x.ts', "// import 'vscode';", "export const x = `import 'vscode'; ${1}`;"), []);
  });

  it('refuses a file outside the zones', () => {
    for (const file of ['src/helpers/x.ts', 'src/x.ts']) {
      assert.match(found(file, '').join(), new RegExp(`^${file} is in no zone of the house`));
    }
  });

  it('refuses a file of more than 400 lines', () => {
    assert.deepEqual(found('src/wire/x.ts', ...Array<string>(400).fill(''), ''), []);
    assert.deepEqual(found('src/wire/x.ts', ...Array<string>(401).fill(''), ''), [
      'src/wire/x.ts has 401 lines; the longest may have 400',
    ]);
  });

  for (const line of [
    'export default 5;',
    'export default function x() {}',
    'export default class {}',
    'const x = 5; export { x as default };',
    "export { default } from './y.ts';",
    'export = 5;',
  ]) {
    it(`refuses ${line}`, () => {
      assert.deepEqual(found('src/wire/x.ts', line), [
        'src/wire/x.ts has a default export: only named ones are searchable',
      ]);
    });
  }
});
