import assert from 'node:assert/strict';
import { buildRequest, InvalidParameter } from '../../src/client/address.ts';
import { cherryPickCommit, getCommit, listCommits } from '../../src/wire/commits.ts';
import { createCommit } from '../../src/wire/commitWriting.ts';
import { importFromGithub } from '../../src/wire/externalImport.ts';
import { importGroup } from '../../src/wire/groupTransfer.ts';
import { getUser } from '../../src/wire/instance.ts';
import { listGroupIterations } from '../../src/wire/iterations.ts';
import { getBranch, getRawFile, listProjects } from '../../src/wire/projects.ts';
import { importProjectFromS3 } from '../../src/wire/projectTransfer.ts';
import { getProtectedBranch, protectBranch } from '../../src/wire/protectedBranches.ts';

const host = 'https://gitlab.example.com';

const githubImport = {
  personal_access_token: 'github',
  repo_id: 5,
  target_namespace: 'github/mirror',
  github_hostname: 'https://github.example.com',
  optional_stages: { attachments_import: true },
};

const address = (...[operation, parameters]: [Parameters<typeof buildRequest>[1], Record<string, unknown>]): string =>
  buildRequest(host, operation, parameters).url.href.slice(host.length);

describe('buildRequest', () => {
  describe('path', () => {
    it('keeps a project path in one segment', () => {
      assert.equal(
        address(getCommit, { id: 'group/sub/project', sha: 'main' }),
        '/api/v4/projects/group%2Fsub%2Fproject/repository/commits/main',
      );
    });

    it('sends a numeric id as digits', () => {
      assert.equal(address(getCommit, { id: 42, sha: 'main' }), '/api/v4/projects/42/repository/commits/main');
    });

    for (const [name, segment] of [
      ['release/1.x', 'release%2F1.x'],
      ['fix#12', 'fix%2312'],
      ['100%', '100%25'],
      ['100%2Fdone', '100%252Fdone'],
      ['what?', 'what%3F'],
      ['two words', 'two%20words'],
      ['a+b', 'a%2Bb'],
      ['a;b=c&d', 'a%3Bb%3Dc%26d'],
      ['back\\slash', 'back%5Cslash'],
      ['grün🙂', 'gr%C3%BCn%F0%9F%99%82'],
      ['...', '...'],
      ['.gitignore', '.gitignore'],
      ['%2e%2e', '%252e%252e'],
      [':sha', '%3Asha'],
      ['$&', '%24%26'],
      ['release/*', 'release%2F*'],
    ] as const) {
      it(`encodes the branch ${name}`, () => {
        assert.equal(address(getBranch, { id: 1, branch: name }), `/api/v4/projects/1/repository/branches/${segment}`);
      });
    }

    for (const name of ['.', '..']) {
      it(`refuses ${name}, which would lead to another operation`, () => {
        assert.throws(() => address(getProtectedBranch, { id: 1, name }), InvalidParameter);
        assert.throws(() => address(getProtectedBranch, { id: name, name: 'main' }), InvalidParameter);
      });
    }

    it('refuses text that is no Unicode and cannot be encoded', () => {
      assert.throws(() => address(getBranch, { id: 1, branch: 'half\ud83d' }), InvalidParameter);
    });

    it('puts a file path into one segment', () => {
      assert.equal(
        address(getRawFile, { id: 1, file_path: 'src/a b/ü.ts', ref: 'main' }),
        '/api/v4/projects/1/repository/files/src%2Fa%20b%2F%C3%BC.ts/raw?ref=main',
      );
    });

    it('keeps the sub-path of the instance', () => {
      assert.equal(buildRequest(`${host}/gitlab`, getUser, {}).url.href, `${host}/gitlab/api/v4/user`);
    });

    it('uses of the instance address only where it is', () => {
      for (const baseUrl of [`${host}/gitlab/`, 'https://olive:secret@gitlab.example.com/gitlab?tab=1#top']) {
        assert.equal(buildRequest(baseUrl, getUser, {}).url.href, `${host}/gitlab/api/v4/user`);
      }
    });

    it('refuses an instance address that is no address', () => {
      for (const baseUrl of ['', 'gitlab.example.com', 'https://', 'ftp://gitlab.example.com']) {
        assert.throws(() => buildRequest(baseUrl, getUser, {}), InvalidParameter, baseUrl);
      }
    });
  });

  describe('query', () => {
    it('encodes the + of a time zone', () => {
      assert.equal(
        address(listCommits, { id: 1, since: '2024-05-01T10:00:00+02:00' }),
        '/api/v4/projects/1/repository/commits?since=2024-05-01T10%3A00%3A00%2B02%3A00',
      );
    });

    it('encodes what would end or split the value', () => {
      const { url } = buildRequest(host, listCommits, { id: 1, ref_name: 'a&b=c#d/e?f', path: 'docs/50% done+.md' });
      assert.equal(url.search, '?ref_name=a%26b%3Dc%23d%2Fe%3Ff&path=docs%2F50%25+done%2B.md');
      assert.equal(url.hash, '');
    });

    it('repeats the name of a list', () => {
      assert.equal(
        address(listGroupIterations, { id: 1, in: ['title', 'cadence_title'] }),
        '/api/v4/groups/1/iterations?in%5B%5D=title&in%5B%5D=cadence_title',
      );
      assert.equal(address(listGroupIterations, { id: 1, in: [] }), '/api/v4/groups/1/iterations');
    });

    it('writes booleans and numbers as words and digits', () => {
      assert.equal(
        address(listProjects, { membership: true, per_page: 100 }),
        '/api/v4/projects?membership=true&per_page=100',
      );
      assert.equal(
        address(getCommit, { id: 1, sha: 'x', stats: false }),
        '/api/v4/projects/1/repository/commits/x?stats=false',
      );
    });

    it('leaves out what is undefined', () => {
      assert.equal(address(listProjects, { membership: undefined, search: undefined }), '/api/v4/projects');
    });
  });

  describe('body', () => {
    it('holds the body parameters as JSON with their types, and nothing of path or query', () => {
      const { body, url } = buildRequest(host, cherryPickCommit, {
        id: 'g/p',
        sha: 'abc',
        branch: 'stable',
        dry_run: true,
        message: 'a "b"\n🙂',
      });
      assert.deepEqual(JSON.parse(body as string), { branch: 'stable', dry_run: true, message: 'a "b"\n🙂' });
      assert.equal(url.search, '');
    });

    it('is a form when it is asked for: one group of keys per action, in order', () => {
      const { body, contentType } = buildRequest(
        host,
        createCommit,
        {
          id: 1,
          branch: 'main',
          commit_message: 'ä & b',
          actions: [
            // keys have our order, not the caller's
            { file_path: 'a b.txt', content: 'x=1\n', action: 'create' },
            { action: 'delete', file_path: 'c' },
            { action: 'chmod', file_path: 'd', execute_filemode: false },
          ],
          stats: false,
        },
        { encoding: 'form' },
      );
      assert.equal(contentType, 'application/x-www-form-urlencoded');
      assert.deepEqual(
        [...new URLSearchParams(body as string)],
        [
          ['branch', 'main'],
          ['commit_message', 'ä & b'],
          ['actions[][action]', 'create'],
          ['actions[][file_path]', 'a b.txt'],
          ['actions[][content]', 'x=1\n'],
          ['actions[][action]', 'delete'],
          ['actions[][file_path]', 'c'],
          ['actions[][action]', 'chmod'],
          ['actions[][file_path]', 'd'],
          ['actions[][execute_filemode]', 'false'],
          ['stats', 'false'],
        ],
      );
    });

    it('is not sent as a form when the server would read another list', () => {
      const parameters = { id: 1, name: 'main', allowed_to_push: [{ user_id: 1 }, { access_level: 30 }] };
      assert.throws(() => buildRequest(host, protectBranch, parameters, { encoding: 'form' }), InvalidParameter);
      assert.equal(buildRequest(host, protectBranch, parameters).contentType, 'application/json');
    });

    it('is not sent when nobody knows how long a file is', () => {
      const file = { name: 'a.gz', size: Number.NaN, open: async function* () {} };
      assert.throws(() => buildRequest(host, importGroup, { name: 'g', path: 'g', file }), InvalidParameter);
    });

    it('is absent for an operation without body parameters', () => {
      assert.equal(buildRequest(host, getUser, {}).body, undefined);
    });
  });

  describe('spelling', () => {
    const inDocument = { spelling: 'document' } as const;

    it('is that of real servers unless told otherwise', () => {
      const { url, body } = buildRequest(host, importFromGithub, githubImport);
      assert.equal(url.pathname, '/api/v4/import/github');
      assert.deepEqual(JSON.parse(body as string), githubImport);
    });

    it("is the document's in the path and the names of parameters, never in values", () => {
      const { url, body } = buildRequest(host, importFromGithub, githubImport, inDocument);
      assert.equal(url.pathname, '/api/v4/import/hostone');
      const { github_hostname: hostname, ...rest } = githubImport;
      assert.deepEqual(JSON.parse(body as string), { ...rest, hostone_hostname: hostname });
    });

    it('keeps the names that only look branded', () => {
      const stored = {
        path: 'p',
        region: 'r',
        bucket_name: 'b',
        file_key: 'k',
        access_key_id: 'i',
        secret_access_key: 's',
      };
      const { url, body } = buildRequest(host, importProjectFromS3, stored, inDocument);
      assert.equal(url.pathname, '/api/v4/projects/remote-import-bucket');
      assert.deepEqual(JSON.parse(body as string), stored);
      assert.equal(
        buildRequest(host, getBranch, { id: 'github/bitbucket', branch: 's3' }, inDocument).url.pathname,
        '/api/v4/projects/github%2Fbitbucket/repository/branches/s3',
      );
    });
  });

  describe('checks', () => {
    const refused = (parameters: Record<string, unknown>): string => {
      try {
        buildRequest(host, listCommits, parameters);
      } catch (error) {
        if (error instanceof InvalidParameter) return error.message;
        throw error;
      }
      return 'accepted';
    };

    for (const [what, parameters, named] of [
      ['a missing parameter', {}, 'id'],
      ['an empty id', { id: '' }, 'id'],
      ['a fractional id', { id: 1.5 }, 'id'],
      ['an id that is no number', { id: Number.NaN }, 'id'],
      ['an id beyond exact numbers', { id: 2 ** 60 }, 'id'],
      ['a null', { id: 1, path: null }, 'path'],
      ['a number for text', { id: 1, ref_name: 5 }, 'ref_name'],
      ['text for a boolean', { id: 1, all: 'true' }, 'all'],
      ['a value that is not in the list', { id: 1, order: 'date' }, 'order'],
      ['page 0', { id: 1, page: 0 }, 'page'],
      ['more than 100 a page', { id: 1, per_page: 101 }, 'per_page'],
      ['a fraction of a page', { id: 1, page: 1.5 }, 'page'],
      ['a date without time', { id: 1, since: '2024-05-01' }, 'since'],
      ['a date nobody can read', { id: 1, until: 'yesterday' }, 'until'],
      ['a parameter the operation does not have', { id: 1, labels: 'x' }, 'labels'],
      ['a parameter named like a member of every object', { id: 1, constructor: 'x' }, 'constructor'],
    ] as const) {
      it(`refuses ${what} and names it`, () => {
        assert.match(refused(parameters), new RegExp(`\\b${named}\\b`));
      });
    }

    it('accepts the ends of the ranges and every listed value', () => {
      for (const parameters of [
        { page: 1, per_page: 1 },
        { per_page: 100 },
        { order: 'default' },
        { order: 'topo' },
        { since: '2024-05-01T10:00:00Z' },
      ]) {
        assert.equal(refused({ id: 1, ...parameters }), 'accepted');
      }
    });
  });
});
