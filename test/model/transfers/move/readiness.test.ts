import assert from 'node:assert/strict';
import { AccountCapabilities } from '../../../../src/model/accountCapabilities.ts';
import {
  type MoveReadiness,
  moveReadiness,
  releaseFit,
  visibilityThere,
} from '../../../../src/model/transfers/move/readiness.ts';
import { readRelease } from '../../../../src/model/release.ts';
import { connect, failureOf } from '../../../client/connect.ts';
import { moving } from './moving.ts';

describe('releaseFit', () => {
  const fit = (source: string, target: string) => releaseFit(readRelease(source), readRelease(target));

  it('knows which archives are read', () => {
    assert.equal(fit('18.7.1', '18.7.0-ee'), 'same');
    assert.equal(fit('18.5.0', '18.7.0'), 'newer');
    assert.equal(fit('18.4.0', '18.7.0'), 'muchNewer');
    assert.equal(fit('17.11.0', '18.0.0'), 'muchNewer');
    assert.equal(fit('18.7.0', '18.6.9'), 'older');
    assert.equal(fit('18.0.0', '17.11.0'), 'older');
    assert.equal(releaseFit(undefined, readRelease('18.0')), 'unknown');
  });

  it('knows that a group narrows what is seen of a project', () => {
    assert.equal(visibilityThere('public', 'private'), 'private');
    assert.equal(visibilityThere('internal', 'public'), 'internal');
    assert.equal(visibilityThere('public', undefined), 'public');
    assert.equal(visibilityThere(undefined, 'private'), undefined);
  });
});

describe('moveReadiness', () => {
  const { source, target, servers } = moving({ target: { edition: { version: '16.4.0' } } });
  const never = new AbortController().signal;

  const read = async (path: string, as: 'owner' | 'developer' | 'root' = 'owner'): Promise<MoveReadiness> => {
    const side = ({ sandbox }: ReturnType<typeof source.run>) => {
      const token = sandbox.tokens[as];
      const { client } = connect(servers, sandbox.url, { token });
      return { client, capabilities: new AccountCapabilities(client) };
    };
    const answer = await source.run().get<{ readonly id: number }>('/projects/acme%2Forchard', 'owner');
    return moveReadiness(
      {
        source: { ...side(source.run()), project: answer.json.id },
        target: { ...side(target.run()), namespace: 'acme', isGroup: true, path },
      },
      never,
    );
  };

  it('knows roles, releases, the path and what is free', async () => {
    const ready = await read('free-path');
    assert.equal(ready.mayExport, true);
    assert.equal(ready.fit, 'older');
    assert.equal(ready.taken, undefined);
    assert.equal(ready.isTargetAdmin, false);
    assert.equal(ready.isImportAllowed, undefined, 'told to administrators only');
    assert.ok(ready.targetVisibility);
  });

  it('says who has the path, and that a role is too low', async () => {
    const ready = await read('orchard', 'developer');
    assert.equal(ready.taken?.kind, 'project');
    assert.equal(ready.mayExport, false);
  });

  it('tells administrators whether archives are taken', async () => {
    const ready = await read('free-path', 'root');
    assert.deepEqual([ready.mayExport, ready.isTargetAdmin, ready.isImportAllowed], [true, true, true]);
  });

  it('throws when a server cannot be asked', async () => {
    await target.setFaults([{ operation: '*', fault: 'status', status: 500 }]);
    assert.equal((await failureOf(read('free-path'))).facts.failure, 'serverError');
  });
});
