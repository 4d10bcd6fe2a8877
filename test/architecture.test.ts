import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { rootFolder } from './support/paths.ts';

type Zone = 'wire' | 'messages' | 'client' | 'model' | 'host' | 'extension.ts' | 'webview' | 'sandbox';

/** Other zones, packages and Node modules that a zone may import. */
interface Rights {
  readonly zones: readonly Zone[];
  readonly packages: readonly string[];
  readonly node: 'any' | 'none' | 'withoutInputAndOutput';
}

/** ARCHITECTURE.md's table of zones. */
const house: Readonly<Record<Zone, Rights>> = {
  wire: { zones: [], packages: ['valibot'], node: 'none' },
  messages: { zones: [], packages: ['valibot'], node: 'none' },
  client: {
    zones: ['wire'],
    packages: ['valibot', 'undici', 'gql.tada', '@anycable/core', 'graphql-ws', 'oauth4webapi'],
    node: 'any',
  },
  model: {
    zones: ['client', 'wire'],
    packages: ['valibot', 'tar-stream', 'js-yaml', 'diff'],
    node: 'withoutInputAndOutput',
  },
  host: { zones: ['model', 'client', 'wire', 'messages'], packages: ['vscode', 'valibot', 'diff'], node: 'any' },
  'extension.ts': { zones: ['host', 'model', 'client', 'wire', 'messages'], packages: [], node: 'any' },
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

/** Modules that only these files or folders may import. */
const homes: Readonly<Record<string, readonly string[]>> = {
  undici: ['src/client/undici/'],
  'markdown-it': ['src/webview/markdown/parseMarkdown.ts'],
  'js-yaml': ['src/model/backports/yamlTree.ts'],
  // escapes invisible characters in others' texts
  vscode: ['src/host/shownWords.ts', 'src/host/vscode.ts'],
  // filters the environment of programs
  'node:child_process': ['src/host/shell/childProcess.ts', 'src/sandbox/git/command.ts'],
};

const inputAndOutput =
  /^node:(?:fs|net|tls|https?|http2|child_process|dgram|dns|worker_threads|cluster|readline|repl|inspector|sqlite)(?:\/|$)/;

const longestFile = 400;

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const sampleHistory = 'src/sandbox/sample/orchard/history/';

const sourceFiles = (): readonly SourceFile[] =>
  readdirSync(path.join(rootFolder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(rootFolder, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
    .filter((file) => !file.path.startsWith(sampleHistory));

const parse = ({ path: name, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

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

/** Import specifiers as written; `undefined` for a computed one. */
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

/** `shell`, `kit`, an area, or `''` for the VS Code wrapper. */
const roomOf = (file: string): string | undefined => {
  const [, zone, room, inside] = file.split('/');
  if (zone !== 'host') return undefined;
  return inside === undefined ? '' : room;
};

/** Rooms of the model that every area may use. */
const belowAreas: ReadonlySet<string | undefined> = new Set(['git', 'pick', 'text']);

/** Areas whose model builds on another area's. */
const builtOn: Readonly<Record<string, string>> = { backports: 'board', mergeRequests: 'reviews' };

const whyNotInModel = (file: string, target: string): string | undefined => {
  const areaOf = (each: string): string | undefined => /^src\/model\/([^/]+)\//.exec(each)?.[1];
  const from = areaOf(file);
  const to = areaOf(target);
  if (!file.startsWith('src/model/') || to === undefined || from === to) return undefined;
  if (belowAreas.has(to) || (from !== undefined && builtOn[from] === to)) return undefined;
  return `model/${from ?? ''} may not import model/${to}: what both use lies beside the areas`;
};

/** Rooms that every area may use, with what they may use. */
const common: Readonly<Record<string, readonly string[]>> = { '': [], shell: [''], kit: ['', 'shell'] };

const whyNotInHost = (file: string, target: string): string | undefined => {
  const to = roomOf(target);
  if (to === undefined) return undefined;
  const from = roomOf(file);
  if (from === undefined)
    return to === '' || target === 'src/host/shell/shell.ts' || isOfDoor(target, to)
      ? undefined
      : `extension.ts may import the door of ${to} alone`;
  if (from === to) return undefined;
  const rooms = common[from];
  if (rooms !== undefined) return rooms.includes(to) ? undefined : `host/${from} may not import host/${to}`;
  return to in common || target === `src/host/${to}/area.ts` ? undefined : `${from} may use ${to} by its area.ts alone`;
};

const isOfDoor = (file: string, area: string): boolean =>
  [`src/host/${area}/${area}.ts`, `src/host/${area}/area.ts`].includes(file);

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const whyNot = (file: string, zone: Zone, specifier: string | undefined): string | undefined => {
  const rights = house[zone];
  if (specifier === undefined) return 'is computed: nobody can tell what it is';
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    const targetZone = target.startsWith('src/') ? zoneOf(target) : undefined;
    if (targetZone === undefined) return `leads out of the house, to ${target}`;
    if (targetZone !== zone && !rights.zones.includes(targetZone)) return `${zone} may not import ${targetZone}`;
    return whyNotInHost(file, target) ?? whyNotInModel(file, target);
  }
  const home = homes[packageOf(specifier)];
  if (home !== undefined && !home.some((one) => file.startsWith(one)))
    return `only ${home.join(' and ')} may import ${specifier}`;
  if (specifier !== 'vscode' && isBuiltin(specifier)) {
    if (!specifier.startsWith('node:')) return `is to be written node:${specifier}`;
    if (rights.node === 'none') return `${zone} may not import modules of Node`;
    return rights.node === 'withoutInputAndOutput' && inputAndOutput.test(specifier)
      ? `${zone} may do no input and output of its own`
      : undefined;
  }
  const name = packageOf(specifier);
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

/** Import cycles, each once, with its files in order. */
const circlesOf = (files: readonly SourceFile[]): readonly (readonly string[])[] => {
  const names = new Set(files.map(({ path: file }) => file));
  const imports = new Map(
    files.map((file) => [
      file.path,
      importsOf(parse(file))
        .filter((specifier) => specifier?.startsWith('.'))
        .map((specifier = '') => path.posix.join(path.posix.dirname(file.path), specifier))
        .filter((target) => names.has(target)),
    ]),
  );
  /** Contains the file itself only if it is in a cycle. */
  const reachedFrom = (file: string): ReadonlySet<string> => {
    const reached = new Set<string>();
    const open = [...(imports.get(file) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(imports.get(next) ?? []));
    }
    return reached;
  };
  const reached = new Map([...names].map((file) => [file, reachedFrom(file)]));
  const isBack = (file: string, other: string): boolean =>
    reached.get(file)?.has(other) === true && reached.get(other)?.has(file) === true;
  const circles = [...names]
    .filter((file) => isBack(file, file))
    .map((file) => [...names].filter((other) => isBack(file, other)).sort());
  return circles.filter(([first], index) => circles.findIndex(([other]) => other === first) === index);
};

describe('the architecture', () => {
  const files = sourceFiles();

  it('is kept by every source file', () => {
    assert.deepEqual(files.flatMap(violations), []);
  });

  it('has no circle of imports, those of types included', () => {
    assert.deepEqual(circlesOf(files), []);
  });

  it('gives the whole of the areas to tests alone', () => {
    const knowing = files.filter(
      ({ path: file, text }) => file !== 'src/extension.ts' && /\bApp\b(?! pass)/.test(text),
    );
    assert.deepEqual(
      knowing.map(({ path: file }) => file),
      [],
    );
  });

  it('calls commands of the extension by the table of their arguments alone', () => {
    const untyped = files.filter(({ text }) => /executeCommand\(\s*['"`]graft\./.test(text)).map((file) => file.path);
    assert.deepEqual(untyped, []);
  });

  it('shows words through what makes them visible alone', () => {
    const shownBy = readFileSync(path.join(rootFolder, 'src/host/vscode.ts'), 'utf8');
    const silent =
      /^(?:active|visible|state$|tabGroups$|on[A-Z]|showTextDocument$|createOutputChannel$|createTextEditorDecorationType$|register(?:Uri|Fi|Auth|Fold|DocumentLink)|getSession$|getAccounts$)/;
    const loud = files.flatMap(({ path: file, text }) =>
      [...text.matchAll(/\bvscode\.(window|comments|scm|tests|languages|notebooks|chat|authentication)\.(\w+)/g)]
        .map(([, part, name = '']) => ({ file, call: `${part}.${name}`, name }))
        .filter(({ call, name }) => call !== 'languages.setTextDocumentLanguage' && !silent.test(name)),
    );
    assert.deepEqual(
      loud.filter(({ name }) => !shownBy.includes(`  ${name}`)),
      [],
    );
    assert.deepEqual(
      files.filter(({ text }) => /\{[^}]*\b(?:window|comments|scm|languages)\b[^}]*\} = vscode\b/.test(text)),
      [],
    );
  });

  it('is checked on the whole house', () => {
    const zones = new Set(files.map((file) => zoneOf(file.path)));
    assert.deepEqual([...zones].sort(), Object.keys(house).sort());
    for (const home of Object.values(homes).flat())
      assert.ok(
        files.some((file) => file.path.startsWith(home)),
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
    ['src/wire/x.ts', 'vscode', 'only src/host/shownWords.ts and src/host/vscode.ts may import vscode'],
    ['src/wire/x.ts', 'undici', 'only src/client/undici/ may import undici'],
    ['src/messages/x.ts', '../wire/commits.ts', 'messages may not import wire'],
    ['src/client/x.ts', '../model/x.ts', 'client may not import model'],
    ['src/client/x.ts', 'undici', 'only src/client/undici/ may import undici'],
    ['src/model/commits/x.ts', '../../messages/x.ts', 'model may not import messages'],
    [
      'src/model/board/x.ts',
      '../reviews/drafts.ts',
      'model/board may not import model/reviews: what both use lies beside the areas',
    ],
    [
      'src/model/board/x.ts',
      '../backports/queue.ts',
      'model/board may not import model/backports: what both use lies beside the areas',
    ],
    [
      'src/model/pick/x.ts',
      '../board/cells.ts',
      'model/pick may not import model/board: what both use lies beside the areas',
    ],
    ['src/model/x.ts', 'node:fs/promises', 'model may do no input and output of its own'],
    ['src/model/x.ts', 'fs', 'is to be written node:fs'],
    ['src/host/x.ts', 'vscode', 'only src/host/shownWords.ts and src/host/vscode.ts may import vscode'],
    [
      'src/host/board/x.ts',
      'node:child_process',
      'only src/host/shell/childProcess.ts and src/sandbox/git/command.ts may import node:child_process',
    ],
    ['src/host/x.ts', '../webview/x.ts', 'host may not import webview'],
    ['src/host/x.ts', '../sandbox/main.ts', 'host may not import sandbox'],
    ['src/host/x.ts', '../extension.ts', 'host may not import extension.ts'],
    ['src/extension.ts', './sandbox/main.ts', 'extension.ts may not import sandbox'],
    ['src/extension.ts', './host/reviews/view.ts', 'extension.ts may import the door of reviews alone'],
    ['src/extension.ts', './host/kit/late.ts', 'extension.ts may import the door of kit alone'],
    ['src/host/board/x.ts', '../commits/view.ts', 'board may use commits by its area.ts alone'],
    ['src/host/transfers/move/x.ts', '../../reviews/view.ts', 'transfers may use reviews by its area.ts alone'],
    ['src/host/kit/x.ts', '../reviews/area.ts', 'host/kit may not import host/reviews'],
    ['src/host/shell/x.ts', '../kit/late.ts', 'host/shell may not import host/kit'],
    ['src/host/vscode.ts', './shell/log.ts', 'host/ may not import host/shell'],
    ['src/webview/page/x.tsx', '../../wire/commits.ts', 'webview may not import wire'],
    ['src/webview/page/x.tsx', 'node:path', 'webview may not import modules of Node'],
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
    ['src/client/undici/undiciTransport.ts', 'undici'],
    ['src/client/x.ts', '../wire/commits.ts'],
    ['src/client/x.ts', 'node:events'],
    ['src/model/commits/x.ts', '../../client/client.ts'],
    ['src/model/transfers/move/x.ts', '../jobs/job.ts'],
    ['src/model/board/x.ts', '../pick.ts'],
    ['src/model/backports/x.ts', '../board/cells.ts'],
    ['src/host/vscode.ts', 'vscode'],
    ['src/host/commits/x.ts', '../vscode.ts'],
    ['src/host/commits/x.ts', '../../messages/commitPage.ts'],
    ['src/extension.ts', './host/reviews/reviews.ts'],
    ['src/extension.ts', './host/shell/shell.ts'],
    ['src/host/board/x.ts', '../commits/area.ts'],
    ['src/host/board/x.ts', '../kit/late.ts'],
    ['src/host/board/x.ts', '../shell/log.ts'],
    ['src/host/kit/x.ts', '../shell/log.ts'],
    ['src/host/transfers/move/x.ts', '../jobs.ts'],
    ['src/webview/page/x.tsx', '../../messages/commitPage.ts'],
    ['src/webview/page/x.tsx', 'preact/hooks'],
    ['src/sandbox/git/x.ts', '../../wire/commits.ts'],
    ['src/sandbox/git/command.ts', 'node:child_process'],
  ] as const) {
    it(`allows ${file} importing ${specifier}`, () => {
      assert.deepEqual(found(file, `import '${specifier}';`), []);
    });
  }

  it('finds circles, once each', () => {
    const file = (name: string, ...imported: readonly string[]): SourceFile => ({
      path: `src/model/${name}.ts`,
      text: imported.map((each) => `import type { X } from './${each}.ts';`).join('\n'),
    });
    assert.deepEqual(circlesOf([file('a', 'b'), file('b', 'c'), file('c', 'b'), file('d', 'd'), file('e', 'a')]), [
      ['src/model/b.ts', 'src/model/c.ts'],
      ['src/model/d.ts'],
    ]);
  });

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
