import assert from 'node:assert/strict';
import { complaintsAbout, matches } from '../fixtures/contract/matching.ts';
import { repositoryId, withOutside } from '../everyOperation/outsideSteps.ts';
import { orchard, withSandbox } from './driving.ts';
import { send } from './sending.ts';

type Fields = Readonly<Record<string, unknown>>;

describe('the records of the interface document: commits', () => {
  const driven = withSandbox();
  const get = async (path: string): Promise<unknown> => (await driven().get(`${orchard}${path}`)).json;
  const post = async (path: string, body: unknown): Promise<unknown> =>
    (await driven().post(`${orchard}${path}`, body)).json;
  const commits = () => driven().sandbox.commits;
  const commit = (sha: string) => `/repository/commits/${sha}`;

  it('C1', async () => matches(await get('/repository/commits'), '[commit]'));
  it('C1 with_stats', async () =>
    matches(await get('/repository/commits?with_stats=true'), '[commit]', 'C1 with_stats'));
  it('C1 trailers', async () => matches(await get('/repository/commits?trailers=true'), '[commit]', 'C1 trailers'));
  it('C2', async () => {
    const actions = [{ action: 'create', file_path: 'contract.txt', content: 'one\n' }];
    const wanted = { branch: 'contract', start_branch: 'main', commit_message: 'Keep to it', actions };
    matches(await post('/repository/commits', wanted), 'commit', 'C2');
  });
  it('C3', async () => matches(await get(commit('main')), 'commit', 'C3'));
  it('C4', async () => matches(await get(`${commit(commits().clean)}/refs`), '[commitReference]'));
  it('C5', async () => {
    const path = `${commit(commits().clean)}/cherry_pick`;
    matches(await post(path, { branch: 'release/1.0', dry_run: true }), 'dryRun');
    matches(await post(path, { branch: 'release/1.0' }), 'commit');
  });
  it('C5 in a conflict', async () =>
    matches(await post(`${commit(commits().conflict)}/cherry_pick`, { branch: 'release/1.0' }), 'pickFailure'));
  it('C6', async () => {
    const path = `${commit('release%2F1.0')}/revert`;
    matches(await post(path, { branch: 'release/1.0', dry_run: true }), 'dryRun');
    matches(await post(path, { branch: 'release/1.0' }), 'commit');
  });
  it('C7', async () => matches(await get(`${commit(commits().rename)}/diff`), '[diffEntry]'));
  it('C8, C9', async () => {
    const path = `${commit(await driven().git('rev-parse', 'contract'))}/comments`;
    matches(await post(path, { note: 'As a whole' }), 'commitComment');
    const onLine = await post(path, { note: 'Here', path: 'contract.txt', line: 1, line_type: 'new' });
    matches(onLine, 'commitComment');
    assert.deepEqual([(onLine as Fields)['line'], (onLine as Fields)['line_type']], [1, 'new']);
    matches(await get(path), '[commitComment]');
  });
  it('C10', async () => {
    const path = `${commit(commits().clean)}/discussions`;
    await post(path, { body: 'A thread' });
    const threads = await get(path);
    matches(threads, '[discussion]');
    const notes = (threads as { readonly notes: readonly Fields[] }[]).flatMap((thread) => thread.notes);
    assert.ok(notes.every(({ noteable_type: type }) => type === 'Commit'));
  });
  it('C11, C12', async () => {
    const sha = await driven().git('rev-parse', 'contract');
    matches(await post(`/statuses/${sha}`, { state: 'success', coverage: 81.5 }), 'commitStatus', 'C12');
    matches(await get(`${commit(sha)}/statuses`), '[commitStatus]');
    matches(await get(`${commit('main')}/statuses`), '[commitStatus]');
  });
  it('C13', async () => matches(await get(`${commit(commits().merge)}/merge_requests`), '[mergeRequest]'));
  it('C14', async () => {
    const found = new Map<string, Fields>();
    for (const sha of (await driven().git('rev-list', '--all')).split('\n')) {
      const answer = await driven().get<Fields>(`${orchard}${commit(sha)}/signature`);
      if (answer.status === 200) found.set(String(answer.json['signature_type']), answer.json);
      else matches(answer.json, 'message');
    }
    assert.deepEqual([...found.keys()].sort(), ['PGP', 'SSH', 'X509']);
    matches(found.get('SSH'), 'signature');
    matches(found.get('PGP'), 'gpgSignature');
    matches(found.get('X509'), 'x509Signature');
  });
});

describe('the records of the interface document: review and administration', () => {
  const driven = withSandbox({ edition: { gitlabCom: true } });
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await send(driven(), method, path, { as: 'owner', body })).json;
  const rules = `${orchard}/protected_branches`;
  const drafts = () => `${orchard}/merge_requests/${driven().sandbox.mergeRequest}/draft_notes`;

  it('P1', async () => matches(await ask('GET', rules), '[protectedBranch]'));
  it('P1 of a project whose group has rules of its own', async () => {
    const path = '/projects/acme%2Ftools%2Fseedling/protected_branches';
    await ask('POST', path, { name: 'own/*' });
    const found = (await ask('GET', path)) as readonly Fields[];
    matches(found, '[protectedBranch]');
    assert.deepEqual(
      found.map(({ name, inherited }) => [name, inherited]),
      [
        ['main', true],
        ['own/*', false],
      ],
    );
    for (const [method, body] of [
      ['PATCH', { allow_force_push: true }],
      ['DELETE', undefined],
    ] as const) {
      assert.equal((await send(driven(), method, `${path}/main`, { as: 'owner', body })).status, 404, method);
    }
  });
  it('P2', async () => matches(await ask('GET', `${rules}/main`), 'protectedBranch'));
  it('P3, P4, P5', async () => {
    const wanted = { name: 'contract/*', allowed_to_push: [{ user_id: 4 }] };
    const made = (await ask('POST', rules, wanted)) as { push_access_levels: { id: number; user_id: number }[] };
    matches(made, 'protectedBranch', 'P3');
    const entry = made.push_access_levels.find(({ user_id: user }) => user === 4)?.id;
    const path = `${rules}/contract%2F*`;
    const changed = (await ask('PATCH', path, { allowed_to_push: [{ id: entry, _destroy: true }] })) as Fields;
    assert.equal(changed['name'], 'contract/*');
    assert.ok(Array.isArray(changed['push_access_levels']));
    assert.deepEqual(complaintsAbout(changed['push_access_levels'], '[accessLevel]'), []);
    assert.equal((await send(driven(), 'DELETE', path, { as: 'owner' })).status, 204);
  });
  it('D1 to D4', async () => {
    const made = (await ask('POST', drafts(), { note: 'A draft' })) as { readonly id: number };
    matches(await ask('GET', drafts()), '[draftNote]');
    matches(await ask('GET', `${drafts()}/${made.id}`), 'draftNote');
    assert.equal((await send(driven(), 'PUT', `${drafts()}/${made.id}/publish`, { as: 'owner' })).status, 204);
    const other = (await ask('POST', drafts(), { note: 'Another' })) as { readonly id: number };
    assert.equal((await send(driven(), 'DELETE', `${drafts()}/${other.id}`, { as: 'owner' })).status, 204);
  });
  it('M1, M2, M3', async () => {
    const roles = '/groups/acme/member_roles';
    const made = await ask('POST', roles, { base_access_level: 10, read_code: true, name: 'Contract' });
    matches(made, 'memberRole');
    matches(await ask('GET', roles), '[memberRole]');
    const path = `${roles}/${(made as { readonly id: number }).id}`;
    const gone = await send(driven(), 'DELETE', path, { as: 'owner' });
    assert.deepEqual([gone.status, gone.text], [204, '']);
  });
  it('T1', async () => matches(await ask('GET', '/groups/acme/iterations?state=all'), '[iteration]'));
});

describe('the records of the interface document: imports from other services, in its spelling', () => {
  const outside = withOutside();
  const driven = withSandbox(outside.options);
  const post = (path: string, body: unknown) => driven().post<Fields>(path, body, 'owner');
  const wanted = (name: string) => ({
    personal_access_token: outside.service().token,
    repo_id: repositoryId,
    target_namespace: 'acme',
    new_name: name,
    hostone_hostname: outside.service().url,
  });

  it('H1, X7', async () => {
    const begun = await post('/import/hostone', wanted('contract-one'));
    assert.equal(begun.status, 201);
    matches(begun.json, 'importedProject');
    await driven().sandbox.jobsSettled();
    const { json } = await driven().get<Fields>(`/projects/${String(begun.json['id'])}/import`, 'owner');
    assert.equal(json['import_status'], 'finished');
    matches(json, 'projectImport', 'X7 from hostone');
  });
  it('H2', async () => {
    outside.hold();
    const begun = await post('/import/hostone', wanted('contract-never'));
    const canceled = await post('/import/hostone/cancel', { project_id: begun.json['id'] });
    outside.release();
    await driven().sandbox.jobsSettled();
    assert.equal(canceled.status, 200);
    matches(canceled.json, 'canceledImport');
  });
  it('H4', async () => {
    const begun = await post('/import/hosttwo_server', {
      hosttwo_server_url: outside.service().url,
      hosttwo_server_username: outside.service().username,
      personal_access_token: outside.service().token,
      hosttwo_server_project: 'CID',
      hosttwo_server_repo: 'cider',
      new_name: 'contract-two',
    });
    assert.equal(begun.status, 201);
    matches(begun.json, 'importedProject');
    await driven().sandbox.jobsSettled();
  });
});
