import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import {
  type ConversationSubject,
  readConversation,
  type Thread,
  withMade,
} from '../../../src/model/commits/commitConversation.ts';
import { type NewThread, reply, type Spot, startThread } from '../../../src/model/commits/commitConversationWriting.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { changedLines as plan } from '../../sandbox/changedLines.ts';
import { type As, withSandbox } from '../../sandbox/driving.ts';
import { isChange, type Passing, relay } from '../relay.ts';
import { forgetRequestsAt, requestsAt, setFaultsAt } from '../../support/servers/sandboxControl.ts';

const added: Spot = { oldPath: 'a.txt', newPath: 'a.txt', oldLine: undefined, newLine: 3 };
const removed: Spot = { oldPath: 'a.txt', newPath: 'a.txt', oldLine: 5, newLine: undefined };
const context: Spot = { oldPath: 'a.txt', newPath: 'a.txt', oldLine: 4, newLine: 5 };
const nowhere: Spot = { oldPath: 'a.txt', newPath: 'a.txt', oldLine: 12, newLine: 99 };

describe('conversations on a commit', () => {
  const run = withSandbox({ plan, faults: true });
  const servers = loopback();
  let sha = '';
  let parent = '';

  const setFaults = (faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const requests = () => requestsAt(run().sandbox.url);
  const writes = async (): Promise<number> => (await requests()).filter(({ method }) => method === 'POST').length;
  const clientAs = (as: As = 'maintainer', url = run().sandbox.url): Client =>
    connect(servers, url, { token: run().sandbox.tokens[as as 'maintainer'] }).client;
  const subject = (client = clientAs()): ConversationSubject => ({ client, project: 1, sha });
  const me = async (as: As = 'maintainer'): Promise<number> => (await run().get<{ id: number }>('/user', as)).json.id;
  const knownOf = async (): Promise<ReadonlySet<number>> =>
    new Set((await readConversation(subject())).threads.flatMap(({ notes }) => notes.flatMap(({ id }) => id ?? [])));
  const aThread = async (own: Partial<NewThread> = {}): Promise<NewThread> => ({
    subject: subject(),
    me: await me(),
    body: 'Why?',
    known: await knownOf(),
    spot: undefined,
    parent,
    form: 'thread',
    ...own,
  });
  const said = async (body: string): Promise<Thread> => {
    const found = (await readConversation(subject())).threads.filter(({ notes }) => notes[0]?.body === body);
    assert.equal(found.length, 1, `threads that begin “${body}”`);
    return found[0] as Thread;
  };
  const numbers = ({ place }: Thread): unknown => [place?.newPath, place?.oldLine, place?.newLine, place?.isInThisDiff];

  before(async () => {
    [sha = '', parent = ''] = (await run().git('rev-list', 'main')).split('\n');
  });

  beforeEach(() => setFaults([]));

  describe('readConversation', () => {
    it('shows threads with their places, replies and authors, oldest first, comments without ids among them', async () => {
      const comments = `/projects/1/repository/commits/${sha}/comments`;
      await run().post(comments, { note: 'placed', path: 'a.txt', line: 5, line_type: 'old' }, 'developer');
      await run().post(comments, { note: 'plain' }, 'guest');
      await startThread(await aThread({ body: 'thread', spot: added }));
      const thread = await said('thread');
      await run().post(
        `/projects/1/repository/commits/${sha}/discussions/${thread.id}/notes`,
        { body: 'an answer' },
        'developer',
      );
      const { threads, source } = await readConversation(subject());
      assert.equal(source, 'discussions');
      assert.deepEqual(
        threads.map((each) => [each.notes.map(({ body }) => body), numbers(each), each.canReply, each.resolution]),
        [
          [['placed'], ['a.txt', 5, undefined, true], true, undefined],
          [['plain'], [undefined, undefined, undefined, undefined], false, undefined],
          [['thread', 'an answer'], ['a.txt', undefined, 3, true], true, undefined],
        ],
      );
      assert.equal(threads[2]?.notes[1]?.author?.username, 'developer');
    });

    it('asks for comments only where a discussion lacks its place', async () => {
      await forgetRequestsAt(run().sandbox.url);
      await readConversation({ ...subject(), sha: parent });
      assert.deepEqual(
        (await requests()).map(({ operation }) => operation),
        ['listCommitDiscussions'],
      );
    });

    it('shows comments alone where the server refuses discussions', async () => {
      await setFaults([{ operation: 'C10', fault: 'status', status: 403 }]);
      const { threads, source } = await readConversation(subject());
      assert.equal(source, 'comments');
      assert.ok(threads.length >= 3);
      assert.ok(threads.every(({ canReply, id }) => !canReply && id === undefined));
      assert.deepEqual(threads[0] && numbers(threads[0]), ['a.txt', 5, undefined, true]);
    });

    it('shows what is internal, and what was attached', async () => {
      const own = { type: null, author: null, created_at: '2020-01-01T00:00:00Z', system: false, resolvable: false };
      const notes = [
        { id: 1, body: 'Internal', confidential: true, attachment: 'crash.log', ...own },
        { id: 2, body: 'Old', attachment: { url: '/uploads/old.png', filename: 'old.png' }, ...own },
      ];
      const body = [{ id: 'x', individual_note: false, notes }];
      await setFaults([{ operation: 'C10', fault: 'status', status: 200, body }]);
      const { threads } = await readConversation(subject());
      assert.deepEqual(
        threads[0]?.notes.map(({ isInternal, attachment }) => [isInternal, attachment]),
        [
          [true, 'crash.log'],
          [false, 'old.png'],
        ],
      );
    });

    it('fails where the commit does not exist', async () => {
      await assert.rejects(readConversation({ ...subject(), sha: 'f'.repeat(40) }), (error) =>
        Boolean(requestErrorFacts(error, 'notFound')),
      );
    });
  });

  describe('startThread', () => {
    it('keeps added, removed and untouched lines of the diff, and makes threads one can reply to', async () => {
      for (const [body, spot] of [
        ['on added', added],
        ['on removed', removed],
        ['on context', context],
      ] as const) {
        const before = await readConversation(subject());
        const sent = await startThread(await aThread({ body, spot }));
        assert.partialDeepStrictEqual(sent, { kind: 'done', value: { line: 'kept' }, confirmed: 'answered' });
        const thread = await said(body);
        assert.deepEqual(numbers(thread), ['a.txt', spot.oldLine, spot.newLine, true]);
        assert.equal(thread.canReply, true);
        const made = sent.kind === 'done' && sent.value.made;
        assert.deepEqual(made && withMade(before, made, undefined), await readConversation(subject()));
      }
    });

    it('stands on the commit as a whole without a spot, also on a commit without parents', async () => {
      const sent = await startThread(
        await aThread({ body: 'on the first', subject: { ...subject(), sha: parent }, parent: undefined, spot: added }),
      );
      assert.partialDeepStrictEqual(sent, { kind: 'done', value: { line: 'kept' }, confirmed: 'answered' });
      const general = await startThread(await aThread({ body: 'in general' }));
      assert.partialDeepStrictEqual(general, { kind: 'done', value: { line: 'notAsked' }, confirmed: 'answered' });
      assert.equal((await said('in general')).place, undefined);
    });

    it('throws what the server refuses and creates nothing', async () => {
      await assert.rejects(startThread(await aThread({ body: 'refused', spot: nowhere })), /line_code/);
      await assert.rejects(startThread(await aThread({ body: ' refused', subject: subject(clientAs('expired')) })));
      assert.ok(!(await readConversation(subject())).threads.some(({ notes }) => /refused/.test(notes[0]?.body ?? '')));
    });

    it('says that a comment (C9) on a line the commit did not change has lost the line', async () => {
      const kept = await startThread(await aThread({ body: 'comment kept', spot: removed, form: 'comment' }));
      assert.partialDeepStrictEqual(kept, { kind: 'done', value: { line: 'kept' }, confirmed: 'answered' });
      const dropped = await startThread(await aThread({ body: 'comment dropped', spot: context, form: 'comment' }));
      assert.partialDeepStrictEqual(dropped, { kind: 'done', value: { line: 'dropped' }, confirmed: 'answered' });
      assert.equal((await said('comment dropped')).place, undefined);
    });

    const through = async (
      change: (passing: Passing) => Promise<void>,
      more: Partial<NewThread> = {},
    ): ReturnType<typeof startThread> => {
      const url = await relay(servers, run().sandbox.url, (passing) =>
        isChange(passing.request) ? change(passing) : passing.forward().then((answer) => answer()),
      );
      const thread = await aThread(more);
      await forgetRequestsAt(run().sandbox.url);
      return startThread({ ...thread, subject: subject(clientAs('maintainer', url)) });
    };

    it('says when the server kept the text without its line', async () => {
      const sent = await through(
        async ({ request, response }) => {
          const { body } = JSON.parse(request.body) as { body: string };
          const made = await run().post<Discussion>(request.target.replace('/api/v4', ''), { body }, 'maintainer');
          response.writeHead(201, { 'content-type': 'application/json' }).end(made.text);
        },
        { body: 'line dropped', spot: added },
      );
      assert.partialDeepStrictEqual(sent, { kind: 'done', value: { line: 'dropped' }, confirmed: 'answered' });
    });

    it('finds the thread after its answer was lost, with its line', async () => {
      const sent = await through(
        async ({ forward, response }) => {
          await forward();
          response.destroy();
        },
        { body: 'lost but there', spot: removed },
      );
      assert.deepEqual(sent, { kind: 'done', value: { line: 'kept' }, confirmed: 'found' });
      assert.equal(await writes(), 1);
      await said('lost but there');
    });

    it('says that the server does not have what never arrived, though the same words stand elsewhere', async () => {
      await startThread(await aThread({ body: 'nit', spot: added }));
      const lost = await through(
        async ({ request, response }) => {
          // another window posts the same text on another line
          const { position } = JSON.parse(request.body) as { position: object };
          const elsewhere = { ...position, old_line: 3, new_line: null };
          await run().post(request.target.replace('/api/v4', ''), { body: 'nit', position: elsewhere }, 'maintainer');
          response.destroy();
        },
        { body: 'nit', spot: removed },
      );
      assert.equal(lost.kind, 'notDone');
    });

    it('does not take the same words of another user for mine', async () => {
      const lost = await through(
        async ({ request, response }) => {
          const given = JSON.parse(request.body) as object;
          await run().post(request.target.replace('/api/v4', ''), given, 'developer');
          response.destroy();
        },
        { body: '+1', spot: added },
      );
      assert.equal(lost.kind, 'notDone');
    });

    it('does not know when it cannot look', async () => {
      let isOver = false;
      const url = await relay(servers, run().sandbox.url, async ({ request, response, forward }) => {
        if (isChange(request)) isOver = true;
        if (isOver) response.destroy();
        else (await forward())();
      });
      const thread = await aThread({ body: 'who knows' });
      const sent = await startThread({ ...thread, subject: subject(clientAs('maintainer', url)) });
      assert.equal(sent.kind, 'unknown');
    });

    it('says that quick actions were carried out and not kept', async () => {
      const body = { commands_changes: {}, summary: ['Tagged this commit to v9.'] };
      await setFaults([{ operation: 'C10b', fault: 'status', status: 202, body }]);
      const sent = await startThread(await aThread({ body: '/tag v9' }));
      const value = { line: 'obeyed', commands: ['Tagged this commit to v9.'] };
      assert.deepEqual(sent, { kind: 'done', value, confirmed: 'answered' });
    });

    it('says what quick actions beside other words have changed', async () => {
      const sent = await startThread(await aThread({ body: 'Out now\n/tag v8' }));
      const value = { line: 'notAsked', commands: ['tag_name: v8'] };
      assert.deepEqual(sent, { kind: 'done', value, confirmed: 'answered' });
    });

    it('says so of older servers, which answer that there is no note', async () => {
      const message = '400 Bad request - Note {:commands_only=>["Tagged this commit to v9."], :command_names=>["tag"]}';
      await setFaults([{ operation: 'C10b', fault: 'status', status: 400, body: { message } }]);
      const sent = await startThread(await aThread({ body: '/tag v9' }));
      assert.deepEqual(sent, { kind: 'done', value: { line: 'obeyed' }, confirmed: 'answered' });
    });

    it('says that quick actions failed where they did', async () => {
      const message =
        '400 Bad request - Note {:commands_only=>["Failed to apply commands."], :command_names=>["tag"], :commands=>["Failed to apply commands."]}';
      await setFaults([{ operation: 'C10b', fault: 'status', status: 400, body: { message } }]);
      const error = await startThread(await aThread({ body: '/tag v9' })).catch((reason: unknown) => reason);
      assert.equal(requestErrorFacts(error, 'refused')?.status, 400);
    });
  });

  describe('reply', () => {
    const replyTo = async (first: string, body: string, client = clientAs()): ReturnType<typeof reply> => {
      const { id = '' } = await said(first);
      const known = await knownOf();
      await forgetRequestsAt(run().sandbox.url);
      return reply({ subject: subject(client), me: await me(), known, body, discussion: id });
    };

    it('lands in its thread', async () => {
      await startThread(await aThread({ body: 'a question' }));
      const before = await readConversation(subject());
      const sent = await replyTo('a question', 'an answer');
      const { id, notes } = await said('a question');
      assert.deepEqual(
        notes.map(({ body }) => body),
        ['a question', 'an answer'],
      );
      const made = sent.kind === 'done' && sent.value.made;
      assert.deepEqual(made && withMade(before, made, id), await readConversation(subject()));
    });

    it('is found after its answer was lost, sent once', async () => {
      await startThread(await aThread({ body: 'a second question' }));
      await setFaults([{ operation: 'C10c', fault: 'resetAfter' }]);
      assert.partialDeepStrictEqual(await replyTo('a second question', 'same words'), {
        kind: 'done',
        confirmed: 'found',
      });
      assert.equal(await writes(), 1);
      // the same text again, lost before arrival: earlier ones must not match
      await setFaults([{ operation: 'C10c', fault: 'resetBefore' }]);
      assert.equal((await replyTo('a second question', 'same words')).kind, 'notDone');
      assert.equal((await said('a second question')).notes.length, 2);
    });

    it('is refused by a plain comment, in the words of the server', async () => {
      await assert.rejects(replyTo('plain', 'but'), /can not be replied to/);
    });
  });
});
