import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  buildSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  parse,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type SelectionSetNode,
} from 'graphql';
import { textOf } from '../../../src/client/graphql/typedDocument.ts';
import { limitsOf, querySize } from '../../../src/sandbox/graphql/limits.ts';
import * as ofTests from '../../support/servers/graphqlDocuments.ts';
import { rootFolder, temporaryFolder } from '../../support/paths.ts';
import { documentFiles, sentDocuments } from '../../support/sources/sentDocuments.ts';

const run = promisify(execFile);
const schema = buildSchema(readFileSync(path.join(rootFolder, 'src/wire/schema.graphql'), 'utf8'));
const tada = path.join(rootFolder, 'node_modules/gql.tada/bin/cli.js');

/** Selections without the `id` of their type, as `Type at path`. */
const withoutId = (document: DocumentNode): readonly string[] => {
  const missing: string[] = [];
  const types = new TypeInfo(schema);
  const asksForId = (set: SelectionSetNode): boolean =>
    set.selections.some((selection) => {
      if (selection.kind === 'Field')
        return (selection.alias ?? selection.name).value === 'id' && selection.name.value === 'id';
      if (selection.kind === 'InlineFragment') return asksForId(selection.selectionSet);
      const fragment = document.definitions.find(
        (one) => one.kind === 'FragmentDefinition' && one.name.value === selection.name.value,
      );
      return fragment?.kind === 'FragmentDefinition' && asksForId(fragment.selectionSet);
    });
  visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: (set, _key, parent) => {
        const type = types.getParentType();
        const named = type == null ? undefined : getNamedType(type);
        if (!isObjectType(named) && !isInterfaceType(named)) return;
        if (!('id' in named.getFields()) || asksForId(set)) return;
        const place = parent !== undefined && 'name' in parent ? (parent.name as { value: string }).value : '?';
        missing.push(`${named.name} at ${place}`);
      },
    }),
  );
  return missing;
};

describe('GraphQL documents', () => {
  const all = Object.entries({ ...sentDocuments, ...ofTests }).map(
    ([name, document]) => [name, parse(textOf(document))] as const,
  );

  for (const [name, document] of all) {
    it(`${name} is valid and asks for every id`, () => {
      const rules = specifiedRules.filter((rule) => rule.name !== 'NoUnusedFragmentsRule');
      // `@_unmask` is for types only
      const sent = visit(document, { Directive: (node) => (node.name.value === '_unmask' ? null : undefined) });
      assert.deepEqual(validate(schema, sent, rules), []);
      assert.deepEqual(withoutId(document), []);
    });
  }

  it('cost less than anybody who has signed in may spend', () => {
    for (const [name, document] of all) {
      const operation = document.definitions.find((one) => one.kind === 'OperationDefinition');
      if (operation?.kind !== 'OperationDefinition') continue;
      const { complexity, depth } = querySize(schema, document, operation, {});
      const limits = limitsOf({ isAdmin: false });
      assert.ok(complexity <= limits.complexity && depth <= limits.depth, `${name}: ${complexity}, depth ${depth}`);
    }
  });

  it('are all side by side, where they are checked', () => {
    const files = readdirSync(path.join(rootFolder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('sandbox'))
      .filter((file) => /graphql\(\s*[`'"]/.test(readFileSync(path.join(rootFolder, 'src', file), 'utf8')))
      .map((file) => file.split(path.sep).join('/'));
    assert.deepEqual(files.toSorted(), Object.keys(documentFiles));
  });

  it('have types that follow the schema', async () => {
    const folder = temporaryFolder('tada');
    try {
      const output = path.join(folder, 'graphql-env.d.ts');
      await run(process.execPath, [tada, 'generate-output', '--output', output], { cwd: rootFolder });
      const committed = path.join(rootFolder, 'src/client/graphql/graphql-env.d.ts');
      assert.equal(readFileSync(committed, 'utf8'), readFileSync(output, 'utf8'), 'run: npx gql.tada generate-output');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(120_000);
});

describe('the check for ids', () => {
  it('finds an object without its id, also inside fragments', () => {
    const document = parse(`
      query { project(fullPath: "a") { name issue(iid: "1") { ...a author { id } } } }
      fragment a on Issue { id assignees { nodes { username } } }
    `);
    assert.deepEqual(withoutId(document), ['Project at project', 'UserCore at nodes']);
  });
});
