import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OperationName, catalogue } from '../../src/wire/catalogue.ts';
import type { ParametersOf } from '../../src/wire/operation.ts';
import type { UploadFile } from '../../src/wire/parameters.ts';
import type { BenchServer } from './benchServer.ts';

/** How one operation is asked again and again. */
export interface Request<Name extends OperationName = OperationName> {
  readonly who: 'owner' | 'maintainer' | 'developer' | 'root';
  /** Parameters of the `number`-th request, from 1. What has to be there before is made here and not measured. */
  readonly parameters: (number: number) => Ask<Name> | Promise<Ask<Name>>;
  /** Most requests; as many as fit into the time when left out. */
  readonly most?: number;
  /** Requests under way together; four when left out. */
  readonly atOnce?: number;
  /** Run after the last one, so that what works in the background does not slow the next operation. */
  readonly settle?: () => Promise<void>;
}

type Ask<Name extends OperationName> = ParametersOf<(typeof catalogue)[Name]>;

/** Every operation of the catalogue and how it is asked. */
export type Requests = { readonly [Name in OperationName]: Request<Name> };

const id = 'acme/orchard';
const few = 12;

/** Roles there may be in all; what is made is deleted again. */
const mostRoles = 8;

/** The requests against one sandbox, which must play GitHub and an S3 storage; `hosted` is one of the hosted service. */
export const everyRequest = (sandbox: BenchServer, hosted: BenchServer): Requests => {
  const { commits, mergeRequest } = sandbox.described;
  const place = { id, merge_request_iid: mergeRequest };
  const clean = commits.clean;
  const { made, once } = sandbox;

  const draft = () =>
    made<{ readonly id: number }>('maintainer', 'POST', `${review(mergeRequest)}/draft_notes`, { note: 'Draft' });
  const keptDraft = once(draft);
  const branchOf = async (name: string): Promise<string> => {
    const branch = `bench/${name}`;
    await made('maintainer', 'POST', `${project}/repository/branches`, { branch, ref: clean });
    return branch;
  };
  const asked = (source: string) => ({ id, source_branch: source, target_branch: 'main', title: `Merge ${source}` });
  const thread = once(() =>
    made<{ readonly id: string }>('maintainer', 'POST', `${review(mergeRequest)}/discussions`, { body: 'Why?' }),
  );
  const newThread = (body: string) =>
    made<{ readonly id: string; readonly notes: readonly { readonly id: number }[] }>(
      'maintainer',
      'POST',
      `${project}/repository/commits/${clean}/discussions`,
      { body },
    );
  const commitThread = once(() => newThread('Why?'));
  const version = once(async () => {
    const [newest] = await made<readonly { readonly id: number }[]>(
      'maintainer',
      'GET',
      `${review(mergeRequest)}/versions`,
    );
    return newest?.id ?? 0;
  });
  const newNote = async (body: string): Promise<number> =>
    (await made<{ readonly id: number }>('maintainer', 'POST', `${review(mergeRequest)}/notes`, { body })).id;
  const requestNote = once(() => newNote('Why?'));
  const newSuggestion = async (number: number): Promise<number> => {
    const { diff_refs } = await made<{ readonly diff_refs: object }>('maintainer', 'GET', review(mergeRequest));
    const file = 'src/ripening/forecast.ts';
    const position = { ...diff_refs, position_type: 'text', old_path: file, new_path: file, new_line: 1 };
    const body = `\`\`\`suggestion\n// ${number}\n\`\`\``;
    const { notes } = await made<{
      readonly notes: readonly { readonly suggestions: readonly { readonly id: number }[] }[];
    }>('maintainer', 'POST', `${review(mergeRequest)}/discussions`, { body, position });
    return notes[0]?.suggestions[0]?.id ?? 0;
  };
  const newestPipeline = once(async () => {
    const path = `${review(mergeRequest)}/pipelines`;
    const [pipeline] = await made<readonly { readonly id: number }[]>('maintainer', 'GET', path);
    return pipeline?.id ?? 0;
  });
  const newestJob = once(async () => {
    const path = `${project}/pipelines/${await newestPipeline()}/jobs`;
    const [job] = await made<readonly { readonly id: number }[]>('maintainer', 'GET', path);
    return job?.id ?? 0;
  });
  const rule = once(() => made('maintainer', 'POST', `${project}/protected_branches`, { name: 'bench/*' }));
  const role = (server: BenchServer, where: string, who: 'owner' | 'root', number: number) =>
    server.made<{ readonly id: number }>(who, 'POST', `${where}/member_roles`, {
      base_access_level: 10,
      name: `Bench ${number}`,
      read_code: true,
    });
  const withoutRoles = async (server: BenchServer, where: string, who: 'owner' | 'root'): Promise<void> => {
    const roles = await server.made<readonly { readonly id: number; readonly name: string }[]>(
      who,
      'GET',
      `${where}/member_roles`,
    );
    for (const each of roles)
      if (each.name.startsWith('Bench')) await server.made(who, 'DELETE', `${where}/member_roles/${each.id}`);
  };

  const projectArchive = once(() => sandbox.archive(project));
  const groupArchive = once(() => sandbox.archive('/groups/acme'));
  const upload = async (archive: () => Promise<string>): Promise<UploadFile> => {
    const bytes = await readFile(await archive());
    return {
      name: 'archive.tar.gz',
      size: bytes.length,
      async *open() {
        yield bytes;
      },
    };
  };
  const importedFrom = (prefix: string) => ({
    path: (number: number) => `${prefix}-${number}`,
    settle: (number: number) => sandbox.imported(`acme/${prefix}-${number}`),
  });
  /** Imports into projects of their own; the last is waited for. */
  const importing = <Name extends OperationName>(
    prefix: string,
    parameters: (name: string) => Ask<Name> | Promise<Ask<Name>>,
  ): Request<Name> => {
    const names = importedFrom(prefix);
    let last = 0;
    return {
      who: 'owner',
      most: few,
      parameters(number) {
        last = Math.max(last, number);
        return parameters(names.path(number));
      },
      async settle() {
        for (let number = 1; number <= last; number += 1) await names.settle(number);
      },
    };
  };
  const outside = sandbox.described.outside;
  const buckets = sandbox.described.buckets;
  const kept = once(async () => {
    await writeFile(path.join(sandbox.bucketFolder, 'orchard.tar.gz'), await readFile(await projectArchive()));
  });
  const again = once(async () => {
    await sandbox.upload(
      'owner',
      '/projects/import',
      { path: 'bench-again', namespace: 'acme' },
      await projectArchive(),
    );
    await sandbox.imported('acme/bench-again');
  });
  const reader = <Name extends OperationName>(parameters: () => Ask<Name> | Promise<Ask<Name>>): Request<Name> => ({
    who: 'developer',
    parameters,
  });
  const writer = <Name extends OperationName>(
    parameters: (number: number) => Ask<Name> | Promise<Ask<Name>>,
    who: Request['who'] = 'maintainer',
  ): Request<Name> => ({ who, parameters });

  return {
    listCommits: reader(() => ({ id })),
    getCommit: reader(() => ({ id, sha: clean })),
    listCommitRefs: reader(() => ({ id, sha: clean })),
    cherryPickCommit: writer(() => ({ id, sha: clean, branch: 'release/1.0', dry_run: true })),
    revertCommit: writer(() => ({ id, sha: clean, branch: 'main', dry_run: true })),
    listCommitDiff: reader(() => ({ id, sha: clean })),
    listCommitStatuses: reader(() => ({ id, sha: 'main' })),
    listCommitMergeRequests: reader(() => ({ id, sha: commits.merge })),
    getCommitSignature: reader(() => ({ id, sha: commits.signed })),
    getCommitSequence: reader(() => ({ id, sha: clean })),
    createCommit: writer((number) => ({
      id,
      branch: `bench-${number}`,
      start_branch: 'main',
      commit_message: `Commit ${number}`,
      actions: [{ action: 'create', file_path: `bench/${number}.txt`, content: `${number}\n` }],
    })),
    listCommitComments: reader(() => ({ id, sha: clean })),
    createCommitComment: writer((number) => ({ id, sha: clean, note: `Comment ${number}` })),
    listCommitDiscussions: reader(() => ({ id, sha: clean })),
    createCommitDiscussion: writer((number) => ({ id, sha: clean, body: `Thread ${number}` })),
    replyToCommitDiscussion: writer(async (number) => ({
      id,
      sha: clean,
      discussion_id: (await commitThread()).id,
      body: `Reply ${number}`,
    })),
    updateCommitNote: writer(async (number) => {
      const { id: discussion_id, notes } = await commitThread();
      return { id, sha: clean, discussion_id, note_id: notes[0]?.id ?? 0, body: `Changed ${number}` };
    }),
    deleteCommitNote: writer(async (number) => {
      const { id: discussion_id, notes } = await newThread(`Gone ${number}`);
      return { id, sha: clean, discussion_id, note_id: notes[0]?.id ?? 0 };
    }),
    setCommitStatus: writer((number) => ({ id, sha: clean, state: 'success', name: `job ${number}` })),

    listProtectedBranches: reader(() => ({ id })),
    getProtectedBranch: reader(async () => {
      await rule();
      return { id, name: 'bench/*' };
    }),
    protectBranch: writer((number) => ({ id, name: `bench-${number}/*` })),
    updateProtectedBranch: writer(async (number) => {
      await rule();
      return { id, name: 'bench/*', allow_force_push: number % 2 === 0 };
    }),
    unprotectBranch: writer(async (number) => {
      await made('maintainer', 'POST', `${project}/protected_branches`, { name: `gone-${number}/*` });
      return { id, name: `gone-${number}/*` };
    }),

    listDraftNotes: reader(() => place),
    getDraftNote: writer(async () => ({ ...place, draft_note_id: (await keptDraft()).id })),
    deleteDraftNote: writer(async () => ({ ...place, draft_note_id: (await draft()).id })),
    publishDraftNote: writer(async () => ({ ...place, draft_note_id: (await draft()).id })),
    createDraftNote: writer((number) => ({ ...place, note: `Draft ${number}` })),
    updateDraftNote: writer(async (number) => ({
      ...place,
      draft_note_id: (await keptDraft()).id,
      note: `Draft ${number}`,
    })),
    publishAllDraftNotes: writer(async () => {
      await draft();
      return place;
    }),

    listMergeRequests: reader(() => ({ id })),
    getMergeRequest: reader(() => place),
    listMergeRequestVersions: reader(() => place),
    getMergeRequestVersion: reader(async () => ({ ...place, version_id: await version() })),
    listMergeRequestDiffs: reader(() => place),
    listMergeRequestDiscussions: reader(() => place),
    createMergeRequestDiscussion: writer((number) => ({ ...place, body: `Thread ${number}` })),
    replyToMergeRequestDiscussion: writer(async (number) => ({
      ...place,
      discussion_id: (await thread()).id,
      body: `Reply ${number}`,
    })),
    resolveMergeRequestDiscussion: writer(async (number) => ({
      ...place,
      discussion_id: (await thread()).id,
      resolved: number % 2 === 0,
    })),
    listMergeRequestNotes: reader(() => place),
    createMergeRequestNote: writer((number) => ({ ...place, body: `Note ${number}` })),
    getMergeRequestNote: reader(async () => ({ ...place, note_id: await requestNote() })),
    updateMergeRequestNote: writer(async (number) => ({
      ...place,
      note_id: await requestNote(),
      body: `Changed ${number}`,
    })),
    applySuggestion: writer(async (number) => ({ id: await newSuggestion(number) })),
    applySuggestions: writer(async (number) => ({ ids: [await newSuggestion(number)] })),
    deleteMergeRequestNote: writer(async (number) => ({ ...place, note_id: await newNote(`Gone ${number}`) })),
    listMergeRequestCommits: reader(() => place),
    // who has approved cannot approve again
    approveMergeRequest: { ...writer(() => place), most: 1 },
    getMergeRequestApprovals: reader(() => place),
    getMergeRequestApprovalState: reader(() => place),
    // takes back the approval before, once
    unapproveMergeRequest: { ...writer(() => place), most: 1 },
    listMergeRequestPipelines: reader(() => place),
    listPipelineJobs: reader(async () => ({ id, pipeline_id: await newestPipeline() })),
    getJobLog: reader(async () => ({ id, job_id: await newestJob() })),
    createBranch: { ...writer((number) => ({ id, branch: `bench/made-${number}`, ref: clean })), most: few },
    deleteBranch: { ...writer(async (number) => ({ id, branch: await branchOf(`gone-${number}`) })), most: few },
    createMergeRequest: { ...writer(async (number) => asked(await branchOf(`asked-${number}`))), most: few },
    updateMergeRequest: writer((number) => ({ ...place, description: `Description ${number}` })),
    cancelAutoMerge: writer(() => place),
    acceptMergeRequest: {
      ...writer(async (number) => {
        const given = asked(await branchOf(`merged-${number}`));
        const { iid } = await made<{ readonly iid: number }>('maintainer', 'POST', `${project}/merge_requests`, given);
        return { id, merge_request_iid: iid };
      }),
      most: few,
    },

    listMemberRoles: { who: 'owner', parameters: () => ({ id: 'acme' }) },
    createMemberRole: {
      who: 'owner',
      most: mostRoles,
      parameters: (number) => ({ id: 'acme', base_access_level: 10, name: `Bench ${number}`, read_code: true }),
      settle: () => withoutRoles(hosted, '/groups/acme', 'owner'),
    },
    deleteMemberRole: {
      who: 'owner',
      most: mostRoles,
      parameters: async (number) => ({
        id: 'acme',
        member_role_id: (await role(hosted, '/groups/acme', 'owner', number)).id,
      }),
    },
    listInstanceMemberRoles: { who: 'root', parameters: () => ({}) },
    createInstanceMemberRole: {
      who: 'root',
      most: mostRoles,
      parameters: (number) => ({ base_access_level: 10, name: `Bench ${number}`, read_code: true }),
      settle: () => withoutRoles(sandbox, '', 'root'),
    },
    deleteInstanceMemberRole: {
      who: 'root',
      most: mostRoles,
      parameters: async (number) => ({ member_role_id: (await role(sandbox, '', 'root', number)).id }),
    },

    exportGroup: {
      who: 'owner',
      most: few,
      parameters: () => ({ id: 'acme' }),
      settle: async () => void (await groupArchive()),
    },
    downloadGroupExport: {
      who: 'owner',
      parameters: async () => {
        await groupArchive();
        return { id: 'acme' };
      },
    },
    importGroup: {
      who: 'owner',
      most: few,
      parameters: async (number) => ({
        name: `Bench ${number}`,
        path: `bench-group-${number}`,
        file: await upload(groupArchive),
      }),
    },
    exportProject: { who: 'owner', most: few, parameters: () => ({ id }), settle: () => sandbox.exported(project) },
    getProjectExport: { who: 'owner', parameters: () => ({ id }) },
    downloadProjectExport: {
      who: 'owner',
      parameters: async () => {
        await projectArchive();
        return { id };
      },
    },
    importProject: importing('bench-file', async (name) => ({
      path: name,
      namespace: 'acme',
      file: await upload(projectArchive),
    })),
    importRemoteProject: importing('bench-remote', async (name) => ({
      path: name,
      namespace: 'acme',
      url: await sandbox.served(await projectArchive()),
    })),
    importProjectFromS3: importing('bench-s3', async (name) => {
      await kept();
      return {
        path: name,
        namespace: 'acme',
        region: buckets.region,
        bucket_name: sandbox.bucket,
        file_key: 'orchard.tar.gz',
        access_key_id: buckets.accessKeyId,
        secret_access_key: buckets.secretAccessKey,
      };
    }),
    getProjectImport: {
      who: 'owner',
      parameters: async () => {
        await again();
        return { id: 'acme/bench-again' };
      },
    },
    importRelation: {
      who: 'owner',
      most: 4,
      atOnce: 1,
      parameters: async () => {
        await again();
        await sandbox.relationsImported('acme/bench-again');
        return { path: 'acme/bench-again', relation: 'milestones', file: await upload(projectArchive) };
      },
    },
    listRelationImports: {
      who: 'owner',
      parameters: async () => {
        await again();
        return { id: 'acme/bench-again' };
      },
    },
    importGitRepository: {
      who: 'owner',
      most: 1,
      atOnce: 1,
      parameters: async () => ({ id: 'acme/empty', import_url: `${sandbox.described.url}/acme/orchard.git` }),
    },
    importFromGithub: importing('bench-hub', (name) => ({
      personal_access_token: outside.token,
      repo_id: 7001,
      target_namespace: 'acme',
      new_name: name,
    })),
    cancelGithubImport: {
      who: 'owner',
      most: few,
      parameters: async (number) => {
        await sandbox.hold('all');
        const begun = await made<{ readonly id: number }>('owner', 'POST', '/import/github', {
          personal_access_token: outside.token,
          repo_id: 7001,
          target_namespace: 'acme',
          new_name: `bench-never-${number}`,
        });
        return { project_id: begun.id };
      },
      settle: () => sandbox.hold([]),
    },
    // one at a time and person, and nothing says when it is over
    importGithubGists: { who: 'owner', most: 1, parameters: () => ({ personal_access_token: outside.token }) },
    importFromBitbucketServer: importing('bench-server', (name) => ({
      bitbucket_server_url: outside.url,
      bitbucket_server_username: outside.username,
      personal_access_token: outside.token,
      bitbucket_server_project: 'CID',
      bitbucket_server_repo: 'cider',
      new_name: name,
      target_namespace: 'acme',
      new_namespace: 'acme',
    })),
    importFromBitbucket: importing('bench-cloud', (name) => ({
      bitbucket_username: outside.username,
      bitbucket_app_password: outside.token,
      repo_path: 'wanda/cider',
      target_namespace: 'acme',
      new_name: name,
    })),

    listGroupIterations: reader(() => ({ id: 'acme' })),
    listProjectIterations: reader(() => ({ id })),
    listProjects: reader(() => ({ membership: true })),
    getProject: reader(() => ({ id })),
    listBranches: reader(() => ({ id })),
    getBranch: reader(() => ({ id, branch: 'main' })),
    getRawFile: reader(() => ({ id, file_path: 'README.md', ref: 'main' })),
    getFile: reader(() => ({ id, file_path: 'README.md', ref: 'main' })),
    compareRefs: reader(() => ({ id, from: 'release/1.0', to: 'main' })),
    listTags: reader(() => ({ id })),
    getChangelog: reader(() => ({ id, version: '2.0.1' })),
    getMergeBase: reader(() => ({ id, refs: ['release/1.0', 'main'] })),
    listLabels: reader(() => ({ id })),
    listMilestones: reader(() => ({ id })),
    searchCommits: reader(() => ({ id, scope: 'commits', search: 'the' })),
    getIssueStatistics: reader(() => ({ id })),
    listGroups: reader(() => ({})),
    getGroup: reader(() => ({ id: 'acme' })),
    getNamespace: reader(() => ({ id: 'acme' })),
    listUsers: reader(() => ({ search: 'olive' })),
    listProjectMembers: reader(() => ({ id })),
    listGroupMembers: reader(() => ({ id: 'acme' })),
    getUser: reader(() => ({})),
    listEvents: reader(() => ({})),
    listTodos: reader(() => ({})),
    getVersion: reader(() => ({})),
    getMetadata: reader(() => ({})),
    getOwnToken: reader(() => ({})),
    getApplicationSettings: { who: 'root', parameters: () => ({}) },
  };
};

const project = '/projects/acme%2Forchard';
const review = (iid: number): string => `${project}/merge_requests/${iid}`;
