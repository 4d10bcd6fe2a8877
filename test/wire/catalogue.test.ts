import assert from 'node:assert/strict';
import { catalogue } from '../../src/wire/catalogue.ts';
import { isWrite, type Operation } from '../../src/wire/operation.ts';

/**
 * Typed by hand from the interface document and from what servers do, not from the source: reference, method, path,
 * status codes of success, form of the answer, and each parameter with its place (`?` query, `=` body, `!` required).
 */
const expected = `
  C1   GET  /projects/:id/repository/commits                      200     page   ?ref_name ?since ?until ?path ?author ?all ?with_stats ?first_parent ?order ?trailers ?page ?per_page
  C3   GET  /projects/:id/repository/commits/:sha                 200     json   ?stats
  C4   GET  /projects/:id/repository/commits/:sha/refs            200     page   ?type ?page ?per_page
  C5   POST /projects/:id/repository/commits/:sha/cherry_pick     200,201 json   =branch! =dry_run =message
  C6   POST /projects/:id/repository/commits/:sha/revert          200,201 json   =branch! =dry_run
  C7   GET  /projects/:id/repository/commits/:sha/diff            200     page   ?page ?per_page
  C11  GET  /projects/:id/repository/commits/:sha/statuses        200     page   ?ref ?stage ?name ?all ?page ?per_page
  C13  GET  /projects/:id/repository/commits/:sha/merge_requests  200     page   ?page ?per_page
  C14  GET  /projects/:id/repository/commits/:sha/signature       200     json
  P1   GET  /projects/:id/protected_branches                      200     page   ?search ?page ?per_page
  P2   GET  /projects/:id/protected_branches/:name                200     json
  U1   GET  /user                                                 200     json
  U2   GET  /version                                              200     json
  U3   GET  /metadata                                             200     json
  U4   GET  /personal_access_tokens/self                          200     json
  R1   GET  /projects                                             200     page   ?membership ?search ?search_namespaces ?order_by ?page ?per_page
  R2   GET  /projects/:id                                         200     json
  R3   GET  /projects/:id/repository/branches                     200     page   ?search ?page ?per_page
  R4   GET  /projects/:id/repository/branches/:branch             200     json
  R5   GET  /projects/:id/repository/files/:file_path/raw         200     bytes  ?ref!
  MR1  GET  /projects/:id/merge_requests                          200     page   ?state ?scope ?source_branch ?target_branch ?search ?page ?per_page
`;

const rows = new Map(
  expected
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([reference = '', ...facts]) => [reference, facts.join(' ')]),
);

const operations: readonly Operation[] = Object.values(catalogue);

const placeMarks = { path: ':', query: '?', body: '=' } as const;

const described = ({ method, path, success, answer, parameters }: Operation): string => {
  const rest = Object.entries(parameters)
    .filter(([, { place }]) => place !== 'path')
    .map(([name, { place, required }]) => `${placeMarks[place]}${name}${required ? '!' : ''}`);
  return [method, path, success.join(','), answer.kind, ...rest].join(' ');
};

describe('the catalogue', () => {
  it('has these operations and no others', () => {
    assert.deepEqual(
      operations.map(({ reference }) => reference),
      [...rows.keys()],
    );
  });

  for (const operation of operations) {
    describe(operation.reference, () => {
      it('is the operation of the interface', () => {
        assert.equal(described(operation), rows.get(operation.reference));
      });

      it('has for every place in its path a required parameter, and no other in the path', () => {
        const inPath = Object.entries(operation.parameters).filter(([, { place }]) => place === 'path');
        assert.deepEqual(
          inPath.map(([name]) => `:${name}`),
          operation.path.match(/:[a-z_]+/g) ?? [],
        );
        assert.ok(inPath.every(([, { required }]) => required));
      });
    });
  }

  it('calls writes those that are not GET', () => {
    const writes = operations.filter(isWrite).map(({ reference }) => reference);
    assert.deepEqual(writes, ['C5', 'C6']);
  });
});
