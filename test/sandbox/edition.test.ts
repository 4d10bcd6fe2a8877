import assert from 'node:assert/strict';
import { parseArguments, UsageError } from '../../src/sandbox/commandLine.ts';
import { EditionError, editionOf, isAtLeast, isDeclared, newestEdition } from '../../src/sandbox/edition.ts';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { orchard, segment, withSandbox, type Driven } from './driving.ts';
import { send } from './sending.ts';

const pathOf = ({ path }: Operation): string =>
  path
    .replace(/^\/projects\/:id/, orchard)
    .replace(/^\/groups\/:id/, '/groups/acme')
    .replace(/:sha/, 'main')
    .replace(/:name/, segment('release/*'))
    .replaceAll(/:[a-z_]+/g, '1');

/** Anonymous requests have no effect. */
const isRouted = async (run: Driven, operation: Operation): Promise<boolean> => {
  const { status, text } = await send(run, operation.method, pathOf(operation), { as: 'nobody' });
  return status !== 405 && text !== '{"error":"404 Not Found"}';
};

describe('the edition of the sandbox', () => {
  it('is the newest one with everything unless told otherwise', () => {
    assert.deepEqual(editionOf(), newestEdition);
    assert.deepEqual(editionOf({ version: '15.8.0' }), {
      version: '15.8.0',
      tier: 'free',
      enterprise: false,
      gitlabCom: false,
    });
    assert.deepEqual(editionOf({ version: '16.0.1-ee', tier: 'premium' }).enterprise, true);
    assert.deepEqual(editionOf({ gitlabCom: true, version: '18.2.0-pre' }).tier, 'ultimate');
  });

  it('declares all of the catalogue when it is the newest, but for what came with later releases', () => {
    const later = (Object.values(catalogue) as Operation[]).flatMap((operation) => {
      assert.ok(isDeclared(newestEdition, operation), operation.reference);
      const parameters = Object.entries(operation.parameters);
      return parameters
        .filter(([, parameter]) => !isDeclared(newestEdition, parameter))
        .map(([name]) => `${operation.reference} ${name}`);
    });
    assert.deepEqual(later, ['MR1 draft']);
  });

  it('must be one there can be', () => {
    assert.throws(() => editionOf({ version: 'newest' }), EditionError);
    assert.throws(() => editionOf({ version: '15.8.0', tier: 'premium' }), EditionError);
  });

  it('compares releases by their numbers', () => {
    for (const [version, since, expected] of [
      ['15.10.0', '15.9', true],
      ['15.9.8-ee', '15.10', false],
      ['16.0.0-pre', '15.11', true],
      ['15.11.0', '16.9', false],
      ['16.9', '16.9', true],
    ] as const) {
      assert.equal(isAtLeast({ version }, since), expected, `${version} ${since}`);
    }
  });

  it('is chosen on the command line', () => {
    const parsed = (...args: string[]) => {
      const found = parseArguments(args);
      assert.ok(found !== 'help');
      return found;
    };
    assert.deepEqual(parsed().edition, newestEdition);
    assert.deepEqual(parsed('--release', '17.0.0-ee', '--tier', 'free').edition, {
      version: '17.0.0-ee',
      tier: 'free',
      enterprise: true,
      gitlabCom: false,
    });
    assert.equal(parsed('--gitlab-com').edition.gitlabCom, true);
    assert.equal(parsed('--rate-limits').rateLimits, true);
    for (const args of [
      ['--tier', 'gold'],
      ['--release', 'old'],
      ['--release', '15.8.0', '--tier', 'ultimate'],
    ]) {
      assert.throws(() => parseArguments(args), UsageError);
    }
  });
});

describe('an old Community server', () => {
  const run = withSandbox({ edition: { version: '15.8.0' } });

  it('says what it is', async () => {
    const { json } = await run().get<{ version: string; enterprise: boolean }>('/metadata');
    assert.deepEqual([json.version, json.enterprise], ['15.8.0', false]);
    assert.equal((await run().get<{ version: string }>('/version')).json.version, '15.8.0');
  });

  it('routes exactly the operations it has', async () => {
    const edition = editionOf({ version: '15.8.0' });
    for (const name of Object.keys(catalogue) as OperationName[]) {
      const operation: Operation = catalogue[name];
      assert.equal(await isRouted(run(), operation), isDeclared(edition, operation), name);
    }
  });

  it('tells an unknown route from an unknown verb', async () => {
    const unknown = await run().get(`${orchard}/repository/commits/main/sequence`);
    assert.deepEqual([unknown.status, unknown.json], [404, { error: '404 Not Found' }]);
    const drafts = `${orchard}/merge_requests/${run().sandbox.mergeRequest}/draft_notes`;
    const verb = await run().post(drafts, { note: 'x' });
    assert.deepEqual([verb.status, verb.json], [405, { error: '405 Not Allowed' }]);
    assert.equal(verb.headers.get('allow'), 'GET');
  });
});

describe('the newest server', () => {
  const run = withSandbox();

  it('routes every operation of the catalogue', async () => {
    for (const name of Object.keys(catalogue) as OperationName[]) {
      assert.ok(await isRouted(run(), catalogue[name]), name);
    }
  });
});
