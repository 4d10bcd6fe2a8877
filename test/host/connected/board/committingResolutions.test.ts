import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import type { CellView } from '../../../../src/messages/board.ts';
import { forgetRequests, receivedRequests, sandbox, setFaults } from '../../../support/window/inHost.ts';
import { one, two } from './boardHands.ts';
import { resolutions } from './resolvingHands.ts';

describe('committing the resolution of a conflict', () => {
  const { app, ask, commit, commits, inConflict, intend, known, push, resolveAll, tested, tipOf, user, written } =
    resolutions();

  const shownCell = (session: BoardSession): Pick<CellView, 'kind' | 'meaning'> => {
    const shown: CellView[] = [];
    session.showTo((message) => {
      if (message.type === 'board') shown.push(...message.board.cells.flat());
    });
    const { kind, meaning } = shown[0] ?? assert.fail('no cell');
    return { kind, meaning };
  };

  /** Texts of the open multi-diff editor: left and right. */
  const differences = async (): Promise<readonly (readonly string[])[]> => {
    type Diffs = { readonly textDiffs?: readonly { readonly original: vscode.Uri; readonly modified: vscode.Uri }[] };
    const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.map(({ input }) => input as Diffs | undefined),
    );
    const textOf = async (uri: vscode.Uri): Promise<string> =>
      (await vscode.workspace.openTextDocument(uri)).getText().trim();
    const diffs = inputs.flatMap((input) => input?.textDiffs ?? []);
    return Promise.all(diffs.map(({ original, modified }) => Promise.all([textOf(original), textOf(modified)])));
  };

  it('commits on a new branch and leaves the other where it is', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    await commit(session, place, /new branch/);
    const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
    assert.equal(tipOf(one), start);
    assert.equal(ask('rev-parse', `${made}~1`), start);
    assert.equal(known(session, place).madeOn, made);
    assert.ok((await user.hears(/Committed on/)).buttons.includes('Create Merge Request'));
    assert.deepEqual(shownCell(session), { kind: 'resolved', meaning: `Committed on the new branch ${made}.` });
    const asked = intend(session, { type: 'requestMerge', place, source: made });
    const requests = await user.picker(/Create Merge Requests/);
    const title = `[${one}] ${ask('log', '-1', '--format=%s', place.sha)}`;
    assert.ok(
      requests.items.some(({ label, description }) => `${label} ${description}`.includes(title)),
      requests.items.map(({ label, description }) => `${label} ${description}`).join('\n'),
    );
    await user.enter(requests, /Create 1 Merge Request/);
    await asked;
    assert.equal(ask('rev-parse', `${made}~1`), start, 'nothing is picked once more');
    assert.match(session.mergeRequestFor(place)?.status ?? '', /^Open · can be merged/);
    ask('update-ref', '-d', `refs/heads/${made}`);
  });

  it('shows the result beside both versions before anything is sent, also one that was remembered', async () => {
    const ours = (branch: string, path: string): string => ask('show', `${branch}:${path}`);
    for (const branch of [one, two]) {
      const { session, place } = await inConflict(branch);
      if (branch === one) await resolveAll(session, place);
      else {
        await intend(session, { type: 'resolve', place, path: undefined });
        const path = known(session, place).files[0]?.path ?? '';
        assert.equal(known(session, place).files[0]?.note, 'remembered');
        await intend(session, { type: 'markResolved', place, path });
      }
      const { path } = known(session, place).files[0] ?? assert.fail('no file');
      const versions = [ours(branch, path), ours(place.sha, path)];
      await forgetRequests();
      user.willPress('Create Commit');
      const committing = intend(session, { type: 'commitResolution', place });
      const where = await user.picker(/^Commit Resolution/);
      assert.deepEqual(
        await differences(),
        versions.map((version) => [version, written(path).trim()]),
      );
      assert.equal(await commits(), 0);
      await user.enter(where, new RegExp(`^Commit on ${branch}`));
      await committing;
      assert.equal(await commits(), 1);
      assert.deepEqual(await differences(), [], 'closed with the editors');
    }
  });

  it('asks for another name where git has none of the kind, before anything is sent', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, /new branch/);
    const box = await user.box(/^Commit Resolution/);
    await forgetRequests();
    user.type(box, 'feature/🍐 bad name');
    await user.enter();
    assert.equal(box.validationMessage, 'The name of a branch cannot contain a space.');
    assert.deepEqual(await receivedRequests(), []);
    user.type(box, 'feature/🍐');
    await user.enter();
    await committing;
    assert.equal(known(session, place).madeOn, 'feature/🍐');
    ask('update-ref', '-d', 'refs/heads/feature/🍐');
  });

  it('asks for another name where the server refuses one', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const body = { message: 'Branch name does not follow the pattern' };
    await setFaults([{ operation: 'createCommit', fault: 'status', status: 400, body, times: 1 }]);
    user.willPress('Create Commit');
    user.willPress('Try Again…');
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, /new branch/);
    await user.box(/^Commit Resolution/);
    await user.enter();
    assert.match((await user.hears(/^Refused/)).text, /does not follow the pattern/);
    user.type(await user.box(/^Commit Resolution/), 'own-name');
    await user.enter();
    await committing;
    assert.equal(known(session, place).madeOn, 'own-name');
    ask('update-ref', '-d', 'refs/heads/own-name');
  });

  it('goes by a merge request where one may not push to the branch any more', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    user.willPress('Create Commit');
    user.willPress('Create Merge Request…');
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    const where = await user.picker(/^Commit Resolution/);
    await rule('POST', `?name=${encodeURIComponent(one)}&push_access_level=0&merge_access_level=40`);
    try {
      await user.enter(where, /^Commit on backport\/one/);
      await user.box(/^Commit Resolution/);
      await user.enter();
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      await committing;
      assert.match((await user.hears(/^Refused/)).text, /You may not push to backport\/one/);
      assert.equal(tipOf(one), start);
      assert.match(session.mergeRequestFor(place)?.status ?? '', /^Open · can be merged/);
      ask('update-ref', '-d', `refs/heads/cherry-pick-${place.sha.slice(0, 8)}-backport-one`);
    } finally {
      await rule('DELETE', `/${encodeURIComponent(one)}`);
    }
  });

  it('resolves a conflict on a branch one may not push to, which showed when its merge request was to be made', async () => {
    await rule('POST', `?name=${encodeURIComponent(one)}&push_access_level=0&merge_access_level=40`);
    const { repositories } = app();
    const list = repositories.list.bind(repositories);
    try {
      // without a clone or another branch on its tip only a dry run can answer
      push(one);
      Object.assign(repositories, { list: async () => [] });
      const session = await tested(['conflict'], [one]);
      const place = session.board.keys()[0] ?? assert.fail();
      assert.partialDeepStrictEqual(session.board.cell(place).result, {
        kind: 'protected',
        instead: { answer: 'noClone' },
      });
      const asked = intend(session, { type: 'request', cells: [place] });
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      await asked;
      assert.partialDeepStrictEqual(session.requestReports[0]?.runs[0], {
        branch: { kind: 'made' },
        request: { kind: 'notTried' },
      });
      assert.partialDeepStrictEqual(session.board.cell(place).result, { kind: 'conflict', tip: tipOf(one) });
      Object.assign(repositories, { list });
      await resolveAll(session, place);
      await commit(session, place, /new branch/);
      const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
      assert.equal(known(session, place).madeOn, made);
      assert.equal(ask('rev-parse', `${made}~1`), tipOf(one));
      ask('update-ref', '-d', `refs/heads/${made}`);
    } finally {
      Object.assign(repositories, { list });
      await rule('DELETE', `/${encodeURIComponent(one)}`);
    }
  });

  it('leaves a branch of the name alone that someone else has begun, and says so', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
    ask('update-ref', `refs/heads/${made}`, `refs/heads/${one}`);
    const theirs = push(made);
    await forgetRequests();
    await commit(session, place, /new branch/);
    await user.hears(new RegExp(`There is a branch ${made} already`));
    assert.equal(await commits(), 0);
    assert.equal(tipOf(made), theirs);
    ask('update-ref', '-d', `refs/heads/${made}`);
  });

  it('sends nothing where the branch moves between the question and the answer', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    await forgetRequests();
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    const where = await user.picker(/^Commit Resolution/);
    const pushed = push(one);
    await user.enter(where, /^Commit on backport\/one/);
    await committing;
    await user.hears(/someone has pushed/);
    assert.equal(await commits(), 0);
    assert.equal(tipOf(one), pushed);
    assert.equal(known(session, place).files[0]?.isResolved, true);
    await commit(session, place, /^Commit on backport\/one/);
    assert.equal(ask('rev-parse', `${one}~1`), pushed);
  });

  const rule = async (method: 'POST' | 'DELETE', path: string): Promise<void> => {
    const headers = { 'private-token': sandbox().tokens['maintainer'] ?? '' };
    const url = `${sandbox().url}/api/v4/projects/acme%2Forchard/protected_branches${path}`;
    const answer = await fetch(url, { method, headers });
    assert.ok(answer.ok, await answer.text());
  };

  it('tries the resolution on the new tip when the branch has moved', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const pushed = push(one);
    await commit(session, place, /^Commit on backport\/one/);
    assert.match(user.said().find(({ detail }) => detail !== undefined)?.detail ?? '', /holds on its new tip/);
    assert.equal(ask('rev-parse', `${one}~1`), pushed);
  });
});
