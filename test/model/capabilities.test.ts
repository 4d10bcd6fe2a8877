import assert from 'node:assert/strict';
import { readErrorBody } from '../../src/client/errorBody.ts';
import { RequestError, type RequestErrorFacts } from '../../src/client/errors.ts';
import {
  type Availability,
  type Capabilities,
  withOutcome,
  withPlan,
  withServer,
  nothingKnown,
  operationAvailability,
} from '../../src/model/capabilities.ts';
import { refusalMeaning } from '../../src/model/refusalMeaning.ts';
import { isAtLeast, readRelease } from '../../src/model/release.ts';
import { catalogue, type OperationName } from '../../src/wire/catalogue.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { connect, failureOf } from '../client/connect.ts';
import { loopback } from '../client/loopback.ts';

const old = withServer(nothingKnown, { version: '15.8.0-ee' });
const current = withServer(nothingKnown, { version: '18.1.1-ee', enterprise: true });
const community = withServer(nothingKnown, { version: '18.1.1', enterprise: false });

const refusal = (
  operation: Operation,
  status: number,
  body: unknown,
  address = 'https://gitlab.example.com/api/v4/groups/7',
): RequestErrorFacts => {
  const { message, member, oauthError } = readErrorBody(body);
  const byStatus = { 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 429: 'rateLimited' } as const;
  return {
    failure:
      oauthError === 'insufficient_scope'
        ? 'insufficientScope'
        : (byStatus[status as keyof typeof byStatus] ?? 'refused'),
    outcome: 'answered',
    reference: operation.reference,
    method: operation.method,
    address,
    status,
    serverMessage: message,
    serverMember: member,
  };
};

/** `available`, `unknown`, `tier (premium) or role`, `disabled: M4`. */
const inWords = (availability: Availability | undefined): string => {
  if (availability === undefined) return 'nothing';
  if (availability.kind !== 'unavailable') return availability.kind;
  const { reason, orElse, since, tier, instead } = availability;
  const marks = [since, tier].filter((mark) => mark !== undefined).join(', ');
  return `${[reason, ...orElse].join(' or ')}${marks && ` (${marks})`}${instead === undefined ? '' : `: ${instead}`}`;
};

describe('readRelease', () => {
  for (const [version, release] of [
    ['18.1.1-ee', [18, 1, 1]],
    ['15.8.0-pre', [15, 8, 0]],
    ['16.9', [16, 9, 0]],
    ['17.10.2-ee.0', [17, 10, 2]],
    ['next', undefined],
    ['', undefined],
    ['18', undefined],
  ] as const) {
    it(`reads ${JSON.stringify(version)}`, () => {
      assert.deepEqual(readRelease(version), release);
    });
  }

  it('compares numbers, not text', () => {
    assert.deepEqual(
      (['16.9', '16.10', '16.11', '17.0'] as const).map((since) => isAtLeast([16, 10, 0], since)),
      [true, true, false, false],
    );
  });
});

describe('operationAvailability', () => {
  for (const [what, known, name, expected] of [
    ['is available when no release and no tier is asked for', nothingKnown, 'listCommits', 'available'],
    ['is unknown while the release is', nothingKnown, 'createDraftNote', 'unknown'],
    ['is unavailable before its release', old, 'createDraftNote', 'release (15.9)'],
    ['is available from its release on', current, 'createDraftNote', 'available'],
    ['is unknown while the tier is', current, 'listGroupIterations', 'unknown'],
    ['is unavailable on a build that has no tiers', community, 'listGroupIterations', 'tier (premium)'],
    ['names the release first where both are missing', old, 'listInstanceMemberRoles', 'release (16.9)'],
  ] as const) {
    it(what, () => {
      assert.equal(inWords(operationAvailability(known, catalogue[name])), expected);
    });
  }

  it('knows the build from the release only where it says so', () => {
    assert.equal(withServer(nothingKnown, { version: '15.5.0-ee' }).build, 'enterprise');
    assert.equal(withServer(nothingKnown, { version: '15.5.0' }).build, undefined);
    assert.equal(withServer(nothingKnown, { version: '15.6.0', enterprise: false }).build, 'community');
    assert.equal(withServer(current, { version: '18.1.1' }).build, 'enterprise');
  });

  it('takes the tier from a plan, at its place only', () => {
    const known = withPlan(withPlan(withPlan(current, 'a', 'premium_trial'), 'b', 'free'), 'c', 'default');
    assert.deepEqual(
      ['a', 'b', 'c'].map((place) => inWords(operationAvailability(known, catalogue.listGroupIterations, place))),
      ['available', 'tier (premium)', 'unknown'],
    );
    assert.equal(inWords(operationAvailability(known, catalogue.listMemberRoles, 'a')), 'tier (ultimate)');
    assert.equal(
      inWords(operationAvailability(withPlan(current, 'a', 'gold'), catalogue.listMemberRoles, 'a')),
      'available',
    );
  });

  it('takes from an operation that worked that its tier is there', () => {
    const known = withOutcome(current, catalogue.listMemberRoles, 'answered', 'groups/7');
    assert.equal(inWords(operationAvailability(known, catalogue.listGroupIterations, 'groups/7')), 'available');
    assert.equal(inWords(operationAvailability(known, catalogue.listGroupIterations, 'groups/8')), 'unknown');
    const premium = withOutcome(current, catalogue.listGroupIterations, 'answered', 'groups/7');
    assert.equal(inWords(operationAvailability(premium, catalogue.listMemberRoles, 'groups/7')), 'unknown');
  });
});

describe('a refusal', () => {
  const forbidden = { message: '403 Forbidden' };
  const unknownRoute = { error: '404 Not Found' };

  for (const [what, name, status, body, expected] of [
    ['of a route nobody knows', 'createDraftNote', 404, unknownRoute, 'release (15.9)'],
    ['of a route every release has', 'listCommits', 404, unknownRoute, 'nothing'],
    ['of a licensed route', 'listProjectIterations', 404, unknownRoute, 'tier (premium)'],
    ['of a newer licensed route', 'listInstanceMemberRoles', 404, unknownRoute, 'release or tier (16.9, ultimate)'],
    ['of a record', 'getDraftNote', 404, { message: '404 Not found' }, 'nothing'],
    ['of a project', 'createDraftNote', 404, { message: '404 Project Not Found' }, 'nothing'],
    ['of a group, on a licensed route', 'listGroupIterations', 404, { message: '404 Group Not Found' }, 'nothing'],
    ['of a licence', 'listMemberRoles', 404, { message: '404 Not Found' }, 'tier or disabled (ultimate)'],
    ['of a switch', 'exportProject', 404, { message: '404 Not Found' }, 'disabled'],
    ['of an archive', 'downloadProjectExport', 404, { message: '404 Not found or has expired' }, 'nothing'],
    ['of something', 'getCommit', 404, { message: '404 Not Found' }, 'nothing'],
    ['by a page', 'createDraftNote', 404, undefined, 'nothing'],
    ['of a verb', 'createDraftNote', 405, { error: '405 Not Allowed' }, 'release (15.9)'],
    [
      'of a moved project',
      'createDraftNote',
      405,
      { message: 'Non GET methods are not allowed for moved projects' },
      'nothing',
    ],
    ['of a role', 'protectBranch', 403, forbidden, 'role'],
    ['of a role or licence', 'listGroupIterations', 403, forbidden, 'tier or role (premium)'],
    ['of a scope', 'createCommit', 403, { error: 'insufficient_scope', scope: 'api' }, 'scope'],
    [
      'of a branch',
      'createCommit',
      403,
      { message: '403 Forbidden - You are not allowed to push into this branch' },
      'nothing',
    ],
    ['of a user', 'importProject', 403, { message: '403 Forbidden - Your account has been blocked.' }, 'nothing'],
    ['of a source', 'importFromGithub', 403, { errors: ['github is not enabled'] }, 'disabled'],
    ['of a source or role', 'importProject', 403, forbidden, 'disabled or role'],
    ['of who may cancel', 'cancelGithubImport', 403, { message: 'Unauthorized access' }, 'role'],
    [
      'of roles of groups',
      'createMemberRole',
      400,
      {
        message:
          '400 Bad request - Group-level custom roles are deprecated on self-managed instances. See https://docs.example.com',
      },
      'disabled: M5',
    ],
    ['of roles of the instance', 'deleteInstanceMemberRole', 400, { message: '400 Bad request' }, 'disabled: M3'],
    ['of a role that is wrong', 'createMemberRole', 400, { message: '400 Bad request' }, 'nothing'],
    ['of parameters', 'createMemberRole', 400, { error: 'base_access_level does not have a valid value' }, 'nothing'],
    ['of a moment', 'exportProject', 429, { message: { error: 'Too many times' } }, 'nothing'],
    ['of a token', 'listMemberRoles', 401, { message: '401 Unauthorized' }, 'nothing'],
  ] as const satisfies readonly (readonly [string, OperationName, number, unknown, string])[]) {
    it(`${what} means: ${expected} (${name}, ${status})`, () => {
      const operation: Operation = catalogue[name];
      assert.equal(inWords(refusalMeaning(operation, refusal(operation, status, body))), expected);
    });
  }

  it('of a route with an encoded slash says nothing: proxies that decode it make such routes', () => {
    const facts = refusal(
      catalogue.createDraftNote,
      404,
      unknownRoute,
      'https://x/api/v4/projects/a%2Fb/merge_requests',
    );
    assert.equal(refusalMeaning(catalogue.createDraftNote, facts), undefined);
  });
});

describe('withOutcome', () => {
  const { createDraftNote, listGroupIterations, listInstanceMemberRoles, protectBranch } = catalogue;
  const after = (known: Capabilities, operation: Operation, status: number, body: unknown, place?: string) =>
    withOutcome(known, operation, refusal(operation, status, body), place);
  const forbidden = { message: '403 Forbidden' };

  it('keeps a missing role to its place', () => {
    const known = after(current, protectBranch, 403, forbidden, 'projects/1');
    assert.deepEqual(
      ['projects/1', 'projects/2'].map((place) => inWords(operationAvailability(known, protectBranch, place))),
      ['role', 'available'],
    );
  });

  it('takes a missing route for missing everywhere', () => {
    const known = after(current, createDraftNote, 405, { error: '405 Not Allowed' }, 'projects/1');
    assert.equal(inWords(operationAvailability(known, createDraftNote, 'projects/2')), 'release (15.9)');
    const again = withOutcome(known, createDraftNote, 'answered', 'projects/3');
    assert.equal(inWords(operationAvailability(again, createDraftNote, 'projects/2')), 'available');
  });

  it('takes a refusal for one of the role where the tier is known to be there', () => {
    const licensed = withPlan(current, 'groups/7', 'ultimate');
    const known = after(licensed, listGroupIterations, 403, forbidden, 'groups/7');
    assert.equal(inWords(operationAvailability(known, listGroupIterations, 'groups/7')), 'role');
  });

  it('takes a missing route for one of the build where the release has it', () => {
    const known = after(current, listInstanceMemberRoles, 404, { error: '404 Not Found' });
    assert.equal(inWords(operationAvailability(known, listInstanceMemberRoles)), 'tier (ultimate)');
  });

  it('learns nothing from what says nothing, and changes nothing it was given', () => {
    assert.equal(after(current, protectBranch, 404, { message: '404 Project Not Found' }), current);
    after(current, protectBranch, 403, forbidden);
    assert.equal(current.answers.size, 0);
  });

  it('is forgotten when the server gets another release', () => {
    const known = after(current, createDraftNote, 405, { error: '405 Not Allowed' });
    assert.equal(withServer(known, { version: '18.1.1-ee' }).answers.size, 1);
    assert.equal(withServer(known, { version: '18.2.0-ee' }).answers.size, 0);
  });
});

describe('capabilities over the network', () => {
  const net = loopback();

  for (const [what, body, expected] of [
    ['an unknown route', '{"error":"404 Not Found"}', 'tier (premium)'],
    ['a missing group', '{"message":"404 Group Not Found"}', 'unknown'],
  ] as const) {
    it(`tell ${what} by what the client gives of the answer`, async () => {
      const server = await net.serve((_, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end(body),
      );
      const request = connect(net, server.origin).client.send(catalogue.listGroupIterations, { id: 7 });
      const error = await failureOf(request);
      assert.ok(error instanceof RequestError);
      const known = withOutcome(current, catalogue.listGroupIterations, error.facts, 'groups/7');
      assert.equal(inWords(operationAvailability(known, catalogue.listGroupIterations, 'groups/7')), expected);
    });
  }
});
