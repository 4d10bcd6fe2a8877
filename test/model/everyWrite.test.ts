import assert from 'node:assert/strict';
import { AccountCapabilities } from '../../src/model/accountCapabilities.ts';
import { readConversation } from '../../src/model/commits/commitConversation.ts';
import { type NewThread, reply, startThread } from '../../src/model/commits/commitConversationWriting.ts';
import { type CommitNote, ownCommitNote } from '../../src/model/commits/commitNotes.ts';
import { changeNote, removeNote } from '../../src/model/ownNote.ts';
import { readStatuses, setStatus } from '../../src/model/commits/commitStatus.ts';
import { sendCommit } from '../../src/model/composer/send.ts';
import { rolesAt, type RoleSource } from '../../src/model/administration/memberRoleReading.ts';
import { createRole, deleteRole } from '../../src/model/administration/memberRoleWriting.ts';
import { type RuleState, stateOf } from '../../src/model/protectedBranches/protectionChange.ts';
import {
  changeRule,
  createRule,
  readRule,
  removeRule,
  type RulePlace,
} from '../../src/model/protectedBranches/protectionWriting.ts';
import { ReviewDrafts } from '../../src/model/reviews/drafts.ts';
import { ownMergeRequestNote } from '../../src/model/reviews/ownNotes.ts';
import { publishDrafts, type PublishedDraft } from '../../src/model/reviews/publishDrafts.ts';
import { sendSummary } from '../../src/model/reviews/publishSummary.ts';
import * as writing from '../../src/model/pipelines/writing.ts';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { type JobRecord, listPipelineJobs, type PipelineRecord } from '../../src/wire/mergeRequestState.ts';
import type { Note } from '../../src/wire/notes.ts';
import { getJob, getPipeline, listPipelines } from '../../src/wire/pipelines.ts';
import { connect } from '../client/connect.ts';
import { loopback } from '../client/loopback.ts';
import { ask } from '../sandbox/transfer/asking.ts';
import { withSandbox } from '../sandbox/driving.ts';
import { sending } from './composer/sending.ts';
import { fresh, keepsItsWord } from './keepsItsWord.ts';
import { never, picking, scratch } from './pick/picking.ts';
import { request, reviewing } from './reviews/reviewing.ts';
import { setFaultsAt } from '../support/servers/sandboxControl.ts';

describe('every write of rules and roles', () => {
  const run = withSandbox({ edition: { version: '18.2.0-pre', gitlabCom: true }, faults: true });
  const servers = loopback();
  const url = (): string => run().sandbox.url;
  const setFaults = (fault: FaultRequest): Promise<void> => setFaultsAt(url(), [fault]);
  const server = { url, setFaults };

  const place = (): RulePlace => ({
    client: connect(servers, url(), { token: run().sandbox.tokens.maintainer }).client,
    project: run().sandbox.project,
  });
  const rule = (name: string): RuleState => ({
    name,
    push: [{ kind: 'role', level: 40 }],
    merge: [{ kind: 'role', level: 40 }],
    unprotect: [{ kind: 'role', level: 40 }],
    allowForcePush: false,
    codeOwners: false,
  });
  const protectedAs = async (name: string): Promise<Awaited<ReturnType<typeof readRule>>> => {
    await createRule(place(), rule(name));
    return readRule(place(), name);
  };

  keepsItsWord('protectBranch', 'a rule that is made', server, async () => {
    const wanted = rule(fresh());
    return {
      write: () => createRule(place(), wanted),
      happened: async () => (await readRule(place(), wanted.name)) !== undefined,
    };
  });

  keepsItsWord('updateProtectedBranch', 'a rule that is changed', server, async () => {
    const before = await protectedAs(fresh());
    assert.ok(before);
    return {
      write: () => changeRule(place(), before, { ...stateOf(before), allowForcePush: true }),
      happened: async () => (await readRule(place(), before.name))?.allow_force_push === true,
    };
  });

  keepsItsWord('unprotectBranch', 'a rule that is removed', server, async () => {
    const before = await protectedAs(fresh());
    assert.ok(before);
    return {
      write: () => removeRule(place(), before),
      happened: async () => (await readRule(place(), before.name)) === undefined,
    };
  });

  const source = (): RoleSource => {
    const { client } = connect(servers, url(), { token: run().sandbox.tokens.owner });
    return { client, capabilities: new AccountCapabilities(client), place: { kind: 'group', path: 'acme' } };
  };
  const role = (name: string) => ({
    name,
    description: '',
    baseLevel: 20 as const,
    permissions: ['read_code' as const, 'admin_web_hook' as const],
  });
  const roleOf = async (name: string) => (await rolesAt(source())).find((one) => one.name === name);

  keepsItsWord('createMemberRole', 'a role that is made', server, async () => {
    for (const one of await rolesAt(source())) if (one.name?.startsWith('write-')) await deleteRole(source(), one);
    const wanted = role(fresh());
    return {
      write: () => createRole(source(), wanted),
      happened: async () => (await roleOf(wanted.name)) !== undefined,
    };
  });

  keepsItsWord('deleteMemberRole', 'a role that is deleted', server, async () => {
    const name = fresh();
    await createRole(source(), role(name));
    const before = await roleOf(name);
    assert.ok(before);
    return { write: () => deleteRole(source(), before), happened: async () => (await roleOf(name)) === undefined };
  });
});

describe('every write of a review', () => {
  const review = reviewing();
  const { place, onLine, drafts, count: countOf } = review;
  const server = { url: () => review.run().sandbox.url, setFaults: review.setFaults };
  const store = async (): Promise<ReviewDrafts> => {
    const own = new ReviewDrafts(place());
    await own.start();
    return own;
  };

  keepsItsWord('createDraftNote', 'a draft that is written', server, async () => {
    const note = fresh();
    const own = await store();
    return {
      write: () => own.add({ note, position: undefined, discussionId: undefined, resolves: undefined }),
      happened: async () => (await drafts()).some((draft) => draft.note === note),
    };
  });

  keepsItsWord('updateDraftNote', 'a draft that is changed', server, async () => {
    const draft = await onLine(4, fresh());
    const note = fresh();
    const own = await store();
    return {
      write: () => own.edit(draft, { note }),
      happened: async () => (await drafts()).some((one) => one.note === note),
    };
  });

  keepsItsWord('deleteDraftNote', 'a draft that is deleted', server, async () => {
    const draft = await onLine(4, fresh());
    const own = await store();
    return {
      write: () => own.remove(draft),
      happened: async () => !(await drafts()).some(({ id }) => id === draft.id),
    };
  });

  const published = async (list: readonly PublishedDraft[]): Promise<{ readonly kind: string }> =>
    list[0]?.outcome ?? assert.fail('nothing is said');
  const options = { signal: never, pause: async () => undefined };

  keepsItsWord('publishDraftNote', 'a draft that is published', server, async () => {
    const note = fresh();
    const draft = await onLine(4, note);
    return {
      write: async () => published(await publishDrafts(place(), [draft], { ...options, mayUseBulk: false })),
      happened: async () => (await countOf(note)) === 1,
    };
  });

  keepsItsWord('publishAllDraftNotes', 'a review that is published', server, async () => {
    const notes = [fresh(), fresh()];
    const list = [await onLine(4, notes[0] ?? ''), await onLine(5, notes[1] ?? '')];
    return {
      write: async () => published(await publishDrafts(place(), list, { ...options, mayUseBulk: true })),
      happened: async () => (await Promise.all(notes.map(countOf))).every((found) => found === 1),
    };
  });

  const me = async (): Promise<number> =>
    (await ask<{ id: number }>(review.run(), 'GET', '/user', { as: 'developer' })).json.id;

  const ownNote = async (): Promise<{ readonly own: ReviewDrafts; readonly id: number; readonly seen: string }> => {
    const seen = fresh();
    const { json } = await ask<Note>(review.run(), 'POST', `${request}/notes`, {
      as: 'developer',
      json: { body: seen },
    });
    return { own: await store(), id: json.id, seen };
  };

  keepsItsWord('updateMergeRequestNote', 'a change of a comment on a merge request', server, async () => {
    const [{ own, ...note }, body] = [await ownNote(), fresh()];
    return {
      write: () => changeNote(ownMergeRequestNote(own, note), body),
      happened: async () => (await countOf(body)) === 1,
    };
  });

  keepsItsWord('deleteMergeRequestNote', 'the end of a comment on a merge request', server, async () => {
    const { own, ...note } = await ownNote();
    return {
      write: () => removeNote(ownMergeRequestNote(own, note)),
      happened: async () => (await countOf(note.seen)) === 0,
    };
  });

  keepsItsWord('createMergeRequestNote', 'a summary that is sent', server, async () => {
    const text = fresh();
    const userId = await me();
    return {
      write: () => sendSummary(place(), { text, userId }, never),
      happened: async () => (await countOf(text)) === 1,
    };
  });
});

describe('every write of picks', () => {
  const { run, git, setFaults, clientAs, aPick, applyClean, tipOf } = picking();
  const server = { url: () => run().sandbox.url, setFaults: (fault: FaultRequest) => setFaults([fault]) };

  for (const [action, operation] of [
    ['cherryPick', 'cherryPickCommit'],
    ['revert', 'revertCommit'],
  ] as const)
    keepsItsWord(operation, `a ${action}`, server, async () => {
      const before = await tipOf(scratch);
      const sha = action === 'revert' ? await git('rev-parse', `${scratch}~0`) : aPick().sha;
      return {
        write: () => applyClean(clientAs(), aPick({ action, sha })),
        happened: async () => (await tipOf(scratch)) !== before,
      };
    });
});

describe('every write of commits', () => {
  const { run, client, project, tip, branch, draft, see, theirs, setFaults } = sending();
  const server = { url: () => run().sandbox.url, setFaults: (fault: FaultRequest) => setFaults([fault]) };

  keepsItsWord('createCommit', 'a commit that is composed', server, async () => {
    const mine = draft({
      message: fresh(),
      actions: [{ kind: 'create', path: `${fresh()}.txt`, content: Buffer.from('new\n') }],
    });
    const seen = await see(mine);
    const before = await tip();
    return { write: () => sendCommit(client(), mine, seen, never), happened: async () => (await tip()) !== before };
  });

  keepsItsWord('setCommitStatus', 'a status that is set', server, async () => {
    const sha = await theirs('status.txt', fresh());
    const report = { project: project(), sha, name: 'security', state: 'running' } as const;
    return {
      write: () => setStatus(client(), report, never),
      happened: async () => (await readStatuses(client(), report, { all: true, name: 'security' }, never)).length === 1,
    };
  });

  const conversation = async (): Promise<Omit<NewThread, 'body'>> => ({
    subject: { client: client(), project: project(), sha: await tip(branch) },
    me: (await run().get<{ id: number }>('/user', 'maintainer')).json.id,
    known: new Set(),
    spot: undefined,
    parent: undefined,
    form: 'thread',
  });
  const isSaid = async ({ subject }: Pick<NewThread, 'subject'>, body: string): Promise<boolean> =>
    (await readConversation(subject)).threads.some(({ notes }) => notes.some((note) => note.body === body));

  for (const [form, operation] of [
    ['thread', 'createCommitDiscussion'],
    ['comment', 'createCommitComment'],
  ] as const)
    keepsItsWord(operation, `a ${form} on a commit`, server, async () => {
      const about = await conversation();
      const body = fresh();
      return { write: () => startThread({ ...about, body, form }), happened: () => isSaid(about, body) };
    });

  keepsItsWord('replyToCommitDiscussion', 'a reply on a commit', server, async () => {
    const about = await conversation();
    const first = fresh();
    await startThread({ ...about, body: first });
    const { threads } = await readConversation(about.subject);
    const discussion = threads.find(({ notes }) => notes[0]?.body === first)?.id ?? assert.fail('no thread');
    const known = new Set(threads.flatMap(({ notes }) => notes.flatMap(({ id }) => id ?? [])));
    const body = fresh();
    return { write: () => reply({ ...about, known, body, discussion }), happened: () => isSaid(about, body) };
  });

  const ownNote = async (): Promise<CommitNote> => {
    const about = await conversation();
    const seen = fresh();
    await startThread({ ...about, body: seen });
    const { threads } = await readConversation(about.subject);
    const thread = threads.find(({ notes }) => notes[0]?.body === seen) ?? assert.fail('no thread');
    return { subject: about.subject, discussion: thread.id ?? '', id: thread.notes[0]?.id ?? 0, seen };
  };
  keepsItsWord('updateCommitNote', 'a change of a comment', server, async () => {
    const [note, body] = [await ownNote(), fresh()];
    return { write: () => changeNote(ownCommitNote(note), body), happened: () => isSaid(note, body) };
  });
  keepsItsWord('deleteCommitNote', 'the end of a comment', server, async () => {
    const note = await ownNote();
    return { write: () => removeNote(ownCommitNote(note)), happened: async () => !(await isSaid(note, note.seen)) };
  });
});

describe('every write of pipelines', () => {
  const run = withSandbox({ faults: true });
  const servers = loopback();
  const url = (): string => run().sandbox.url;
  const server = { url, setFaults: (fault: FaultRequest): Promise<void> => setFaultsAt(url(), [fault]) };
  const place = () => ({
    client: connect(servers, url(), { token: run().sandbox.tokens.maintainer }).client,
    project: 101,
  });
  const wish = { ref: 'feature/ripeness-forecast', variables: [{ key: 'A', value: 'b' }], username: 'maintainer' };
  const made = async (): Promise<PipelineRecord> => {
    const written = await writing.run(place(), wish);
    return written.kind === 'done' ? written.value : assert.fail(written.kind);
  };
  const jobsOf = async ({ id }: PipelineRecord): Promise<readonly JobRecord[]> => {
    const { client, project } = place();
    return (await client.send(listPipelineJobs, { id: project, pipeline_id: id })).items;
  };
  const jobOf = async (pipeline: PipelineRecord, name: string): Promise<JobRecord> =>
    (await jobsOf(pipeline)).find((job) => job.name === name) ?? assert.fail(`no ${name}`);
  const stateOfJob = async ({ id }: JobRecord): Promise<string> =>
    (await place().client.send(getJob, { id: place().project, job_id: id })).status;
  const stateOfPipeline = async ({ id }: PipelineRecord): Promise<string> =>
    (await place().client.send(getPipeline, { id: place().project, pipeline_id: id })).status;
  const canceled = async (): Promise<PipelineRecord> => {
    const pipeline = await made();
    await writing.cancelAll({ ...place(), pipeline });
    return pipeline;
  };

  keepsItsWord('createPipeline', 'a pipeline that is run', server, async () => {
    const count = async (): Promise<number> =>
      (await place().client.send(listPipelines, { id: place().project, ref: wish.ref, per_page: 100 })).items.length;
    const before = await count();
    return { write: () => writing.run(place(), wish), happened: async () => (await count()) > before };
  });
  keepsItsWord('retryJob', 'a job that is run again', server, async () => {
    const pipeline = await canceled();
    const job = await jobOf(pipeline, 'lint');
    const happened = async (): Promise<boolean> => (await jobOf(pipeline, 'lint')).id > job.id;
    return { write: () => writing.retry({ ...place(), job }), happened };
  });
  keepsItsWord('playJob', 'a job that is started', server, async () => {
    const job = await jobOf(await made(), 'pages');
    return {
      write: () => writing.play({ ...place(), job }),
      happened: async () => (await stateOfJob(job)) !== 'manual',
    };
  });
  keepsItsWord('cancelJob', 'a job that is canceled', server, async () => {
    const job = await jobOf(await made(), 'lint');
    const happened = async (): Promise<boolean> => (await stateOfJob(job)) === 'canceled';
    return { write: () => writing.cancel({ ...place(), job }), happened };
  });
  keepsItsWord('retryPipeline', 'a pipeline that is run again', server, async () => {
    const pipeline = await canceled();
    const happened = async (): Promise<boolean> => (await stateOfPipeline(pipeline)) !== 'canceled';
    return { write: () => writing.retryAll({ ...place(), pipeline }), happened };
  });
  keepsItsWord('cancelPipeline', 'a pipeline that is canceled', server, async () => {
    const pipeline = await made();
    const happened = async (): Promise<boolean> => (await stateOfPipeline(pipeline)) === 'canceled';
    return { write: () => writing.cancelAll({ ...place(), pipeline }), happened };
  });
});
