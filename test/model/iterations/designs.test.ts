import assert from 'node:assert/strict';
import { designUrl, readDesigns, readDesignVersions } from '../../../src/model/iterations/designs.ts';
import { placeOfReference } from '../../../src/model/iterations/issueEditing.ts';
import { lossyGraphql } from '../lossyGraphql.ts';

const place = placeOfReference('acme/orchard#2');

describe('the designs of an issue', () => {
  const { connected } = lossyGraphql();

  it('are walked forward and back, one page at a time', async () => {
    const client = await connected('nothing');
    const read = (turn: object) => readDesigns(client, place, { pageSize: 1, ...turn });
    const names = (page: Awaited<ReturnType<typeof read>>): unknown => page?.designs.map(({ filename }) => filename);
    const first = await read({});
    assert.deepEqual([names(first), first?.previous], [['map-phone.png'], undefined]);
    const second = await read({ after: first?.next });
    assert.deepEqual([names(second), second?.next], [['map-printed.png'], undefined]);
    assert.deepEqual(await read({ before: second?.previous }), first);
  });

  it('are those of a version, with what it has done to them', async () => {
    const client = await connected('nothing');
    const versions = await readDesignVersions(client, place);
    assert.deepEqual(
      versions.map(({ createdAt }) => createdAt.slice(0, 10)),
      ['2026-07-20', '2026-06-18', '2026-06-05'],
    );
    const page = await readDesigns(client, place, { version: versions[1]?.id });
    assert.deepEqual(
      page?.designs.map(({ filename, event }) => [filename, event]),
      [
        ['map-phone.png', 'MODIFICATION'],
        ['map-tablet.png', 'NONE'],
      ],
    );
  });

  it('are none where the issue is not there', async () => {
    const client = await connected('nothing');
    assert.equal(await readDesigns(client, placeOfReference('acme/orchard#999'), {}), undefined);
    assert.deepEqual(await readDesignVersions(client, placeOfReference('acme/orchard#999')), []);
  });

  it('have pages of their own, at their version', () => {
    const design = { filename: 'a map #2.png', event: 'NONE' } as const;
    const issue = 'https://gitlab.example.com/acme/orchard/-/issues/2';
    assert.equal(designUrl(issue, design, undefined), `${issue}/designs/a%20map%20%232.png`);
    const version = 'gid://gitlab/DesignManagement::Version/42';
    assert.equal(designUrl(issue, design, version), `${issue}/designs/a%20map%20%232.png?version=42`);
  });
});
