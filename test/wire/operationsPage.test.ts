import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { requestOf } from '../../src/client/graphql/typedDocument.ts';
import { catalogue } from '../../src/wire/catalogue.ts';
import { operationSenders } from '../support/sources/operationSenders.ts';
import { operationsPage } from '../support/sources/operationsPage.ts';
import { rootFolder } from '../support/paths.ts';
import { sentDocuments } from '../support/sources/sentDocuments.ts';

const documents = Object.entries(sentDocuments).flatMap(([exported, document]) => {
  const { operationName } = requestOf(document, {});
  return operationName === undefined ? [] : [{ exported, operationName }];
});

describe('the page of operations', () => {
  it('is what the catalogue gives; `npm run docs` writes it', async () => {
    const page = readFileSync(path.join(rootFolder, 'docs', 'operations.md'), 'utf8');
    // a diff would be too long
    assert.ok(page === (await operationsPage()), 'docs/operations.md is not what the catalogue gives: npm run docs');
  });

  it('has every operation with its parameters, and every document', async () => {
    const page = await operationsPage();
    for (const [name, { reference, parameters }] of Object.entries(catalogue)) {
      const row = page.split('\n').find((line) => new RegExp(`^\\| ${reference} +\\| \`${name}\` `).test(line)) ?? '';
      for (const [parameter, { place, required }] of Object.entries(parameters)) {
        const text = place === 'path' ? `:${parameter}` : `\`${parameter}${required ? '' : '?'}\``;
        assert.ok(row.includes(text), `${name}: ${parameter}`);
      }
    }
    assert.ok(documents.length > 10);
    for (const { operationName } of documents)
      assert.match(page, new RegExp(`\\| \`${operationName}\` +\\| (query|mutation|subscription) +\\|`));
  });

  it('shows releases, tiers and builds', async () => {
    const rows = (await operationsPage()).replaceAll(/ +/g, ' ');
    assert.ok(rows.includes('`pipeline_id?` (17.9)'));
    assert.match(rows, /\| T1 \| `listGroupIterations` \| .* \| [\d.]*(?:, )?premium \|/);
  });

  it('names what sends each operation and each document: what nothing sends is not in the catalogue', () => {
    const senders = operationSenders();
    const names = [...Object.keys(catalogue), ...documents.map(({ exported }) => exported)];
    assert.deepEqual(
      names.filter((name) => senders(name).length === 0),
      [],
    );
    assert.deepEqual(senders('getMergeBase'), ['commits view']);
    assert.deepEqual(senders('setCommitStatus'), [
      'commits page',
      'graft.commits.setStatus',
      'graft.commits.showStatuses',
    ]);
    assert.deepEqual(senders('nothingSendsThis'), []);
  });
});
