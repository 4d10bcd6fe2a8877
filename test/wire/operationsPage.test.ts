import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { requestOf } from '../../src/client/graphql/typedDocument.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { inQuery, nothing, operation, requiredInBody } from '../../src/wire/operation.ts';
import { eitherOf } from '../../src/wire/records.ts';
import { documentPlaces } from '../support/documentPlaces.ts';
import { operationsPage } from '../support/operationsPage.ts';
import { rootFolder } from '../support/paths.ts';
import { schemaText } from '../support/schemaText.ts';
import { sentDocuments } from '../support/sentDocuments.ts';
import { whoSends } from '../support/whoSends.ts';
import { idleReasons, wirePlaces } from '../support/wirePlaces.ts';
import { usedIn } from '../support/wireReasons.ts';

describe('the page of operations', function () {
  // the whole extension is checked by its types for it
  this.timeout(60_000);

  it('is what the catalogue gives; `npm run docs` writes it', async () => {
    const page = readFileSync(path.join(rootFolder, 'docs', 'operations.md'), 'utf8');
    // the difference would fill screens
    assert.ok(page === (await operationsPage()), 'docs/operations.md is not what the catalogue gives: npm run docs');
  });

  it('names every operation and every parameter', async () => {
    const page = await operationsPage();
    for (const [name, { reference, parameters }] of Object.entries(catalogue)) {
      assert.match(page, new RegExp(`\\| ${reference} +\\| \`${name}\``));
      for (const parameter of Object.keys(parameters))
        assert.match(page, new RegExp(`\\| ${reference} +\\| \`${parameter}\``), `${reference} ${parameter}`);
    }
  });

  it('has the GraphQL interface with every document that is sent to it', async () => {
    const page = await operationsPage();
    assert.match(page, /\| Q1 +\| `POST \/api\/graphql` +\| 200 +\|/);
    assert.ok(page.includes('`x-gitlab-graphql-resource-etag`<br>`x-service-graphql-resource-etag`'));
    const names = Object.values(sentDocuments).flatMap((document) => requestOf(document, {}).operationName ?? []);
    assert.ok(names.length > 10);
    for (const name of names) assert.match(page, new RegExp(`\\| \`${name}\` +\\| (query|mutation|subscription) +\\|`));
  });

  it('names an area that sends it for every operation and every document', () => {
    const senders = whoSends();
    const documents = Object.entries(sentDocuments).filter(
      ([, document]) => requestOf(document, {}).operationName !== undefined,
    );
    const names = [...Object.keys(catalogue), ...documents.map(([name]) => name)];
    assert.deepEqual(
      names.filter((name) => senders(name).length === 0),
      [],
    );
    assert.deepEqual(senders('listGroupIterations'), ['iterations']);
    assert.deepEqual(senders('nobodySendsThis'), []);
  });

  it('says of every parameter and every field where it is used, or why it is not', () => {
    const places = wirePlaces();
    const inTables = [...places.records, ...places.operations].flatMap(([owner, members]) =>
      [...members].map(([name, used]) => ({ name: `${owner}.${name}`, used })),
    );
    const inDocuments = documentPlaces().map(({ document, name, used }) => ({ name: `${document}.${name}`, used }));
    assert.ok(inTables.length > 800 && inDocuments.length > 150);
    assert.deepEqual(
      [...inTables, ...inDocuments].filter(({ used }) => used === '').map(({ name }) => name),
      [],
    );
    assert.deepEqual(idleReasons(), [], 'what is used needs no reason');
    assert.match(places.records.get('commit')?.get('parent_ids') ?? '', /`board\/chooseCommits`/);
    assert.match(places.operations.get('listCommits')?.get('first_parent') ?? '', /^`\w+/);
  });

  it('names files that have what they are named for', () => {
    for (const [name, file] of Object.entries(usedIn)) {
      const text = readFileSync(path.join(rootFolder, 'src', `${file}.ts`), 'utf8');
      const word = /\w+$/.exec(name)?.[0] ?? name;
      // subscriptions are read whatever they are called
      if (!['model/listen'].includes(file)) assert.match(text, new RegExp(String.raw`\b${word}\b`), `${file}: ${word}`);
    }
  });

  it('shows both spellings, defaults, releases and tiers', async () => {
    const example = operation({
      reference: 'H9',
      method: 'POST',
      path: '/import/github/again',
      parameters: {
        github_hostname: requiredInBody(v.string()),
        order: inQuery(v.picklist(['a', 'b']), { default: 'a', since: '16.2', tier: 'premium' }),
      },
      answer: nothing,
      success: [202],
      since: '15.9',
      tier: 'ultimate',
    });
    const rows = (await operationsPage([['again', example]])).replaceAll(/ +/g, ' ');
    assert.ok(rows.includes('| H9 | `again` | `POST /import/github/again`<br>`POST /import/hostone/again` | |'));
    assert.ok(rows.includes('| nothing | 202 | 15.9 | ultimate |'));
    assert.ok(rows.includes('| H9 | `github_hostname`<br>`hostone_hostname` | body | string | yes | | | |'));
    assert.ok(rows.includes('| H9 | `order` | query | `a`, `b` | | `a` | 16.2 | premium |'));
  });

  it('refuses an operation of no area', async () => {
    const example = operation({
      reference: 'Z1',
      method: 'GET',
      path: '/z',
      parameters: {},
      answer: nothing,
      success: [200],
    });
    await assert.rejects(operationsPage([['z', example]]), /No area for z/);
  });
});

describe('a schema in words', () => {
  const cases: readonly (readonly [string, v.GenericSchema])[] = [
    ['integer, from 1, to 100', v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))],
    ['integer or string, not empty', v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty())])],
    ['timestamp', v.pipe(v.string(), v.isoTimestamp())],
    ['array of { `id`, `name?` }', v.array(v.object({ id: v.number(), name: v.nullish(v.string()) }))],
    ['{ `a` } or { `b` }', eitherOf(v.object({ a: v.number() }), v.object({ b: v.number() }), () => true)],
    ['hash of boolean', v.record(v.string(), v.boolean())],
  ];
  for (const [words, schema] of cases) it(`says ${words}`, () => assert.equal(schemaText(schema), words));
});
