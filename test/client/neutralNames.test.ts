import assert from 'node:assert/strict';
import { pipelineOfCommitQuery } from '../../src/client/graphql/commitDocuments.ts';
import {
  cancelGithubImport,
  importFromBitbucketServer,
  importFromGithub,
  importGithubGists,
} from '../../src/wire/externalImport.ts';
import { importProjectFromS3 } from '../../src/wire/projectTransfer.ts';
import type { Spelling } from '../../src/wire/spelling.ts';
import { withSandbox } from '../sandbox/driving.ts';
import { connect, failureOf } from './connect.ts';
import { connect as connectGraphql, fullPath } from './graphql/graphqlConnect.ts';
import { loopback } from './loopback.ts';

describe('a connection that spells names as the interface document does', () => {
  const net = loopback();
  const driven = withSandbox();
  const spellings: readonly Spelling[] = ['real', 'document'];

  const storage = { region: 'r', bucket_name: 'b', file_key: 'k', access_key_id: 'a', secret_access_key: 's' };
  const server = { bitbucket_server_url: 'here', bitbucket_server_username: 'olive', personal_access_token: 'x' };
  const repository = { bitbucket_server_project: 'PRJ', bitbucket_server_repo: 'repo' };
  const requests = [
    [importFromGithub, { personal_access_token: 'x', repo_id: 1, target_namespace: 'acme', github_hostname: 'here' }],
    [cancelGithubImport, { project_id: 101 }],
    [importGithubGists, { personal_access_token: 'x' }],
    [importFromBitbucketServer, { ...server, ...repository }],
    [importProjectFromS3, { ...storage, path: '.' }],
  ] as const;

  for (const [operation, parameters] of requests) {
    it(`is answered alike for ${operation.reference}, down to what is wrong with a parameter`, async () => {
      const [real, document] = await Promise.all(
        spellings.map(async (spelling) => {
          const { url, tokens } = driven().sandbox;
          const { client } = connect(net, url, { token: tokens.maintainer, spelling });
          const { facts } = await failureOf(client.send(operation, parameters));
          assert.equal(facts.outcome, 'answered');
          assert.notEqual(facts.serverMember, 'error', facts.serverMessage);
          return [facts.status, facts.serverMessage];
        }),
      );
      assert.deepEqual(document, real);
    });
  }

  it('polls by the same resource over GraphQL', async () => {
    for (const spelling of spellings) {
      const { url, tokens, commits } = driven().sandbox;
      const { client } = connectGraphql(net, url, { token: tokens.maintainer, spelling });
      const sha = Object.values(commits)[0] ?? '';
      const poll = () => client.poll(pipelineOfCommitQuery, { fullPath, sha }, { resource: `pipelines/sha/${sha}` });
      assert.equal((await poll()).kind, 'changed');
      assert.equal((await poll()).kind, 'unchanged');
    }
  });
});
