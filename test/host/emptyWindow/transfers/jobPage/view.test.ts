import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandOf } from '../../../../../src/host/transfers/kinds.ts';
import { pageActions } from '../../../../../src/host/transfers/jobPage/actions.ts';
import { transferView } from '../../../../../src/host/transfers/jobPage/amounts.ts';
import { failedCsv, failedMarkdown, markdownCell } from '../../../../../src/host/transfers/jobPage/failedTable.ts';
import { counterName, readableName } from '../../../../../src/host/transfers/jobPage/names.ts';
import { jobReport } from '../../../../../src/host/transfers/jobPage/report.ts';
import { failedViews, jobView } from '../../../../../src/host/transfers/jobPage/view.ts';
import type { FailedRelationView, JobView } from '../../../../../src/messages/jobPage.ts';
import { type Job, jobKinds, jobPhases } from '../../../../../src/model/transfers/jobs/job.ts';

const job = (change: Partial<Job> = {}): Job => ({
  id: 'job-1',
  kind: 'githubImport',
  account: 'a',
  baseUrl: 'https://gitlab.example.com/git',
  subject: { type: 'project', path: 'acme/orchard', id: 7, webUrl: 'https://gitlab.example.com/git/acme/orchard' },
  source: 'github.com/hedge/orchard',
  phase: 'running',
  startedAtMs: 1_000_000,
  story: [
    { atMs: 1_000_000, state: 'starting' },
    { atMs: 1_002_000, state: 'scheduled' },
    { atMs: 1_060_000, state: 'brand_new_state', words: 'so the server says' },
  ],
  look: { lastAtMs: 1_060_000, nextAtMs: 1_090_000, failures: 0 },
  failedRelations: [],
  ...change,
});
const view = (change: Partial<Job> = {}, account: string | undefined = 'Olive (@olive)'): JobView =>
  jobView(job(change), { account, actions: [] });
const facts = (shown: JobView): string[] => shown.facts.map(({ label, value }) => `${label}: ${value}`);

describe('the view of a job', () => {
  it('has words for every kind in every phase', () => {
    for (const kind of jobKinds) {
      for (const phase of jobPhases) {
        const { title, icon, phase: shown } = view({ kind, phase });
        for (const words of [title, icon, shown.word, shown.icon, shown.sentence])
          assert.notEqual(words, '', `${kind} ${phase}`);
      }
    }
  });

  it('names where it comes from, where it goes to and who does it', () => {
    assert.deepEqual(facts(view()), [
      'From: github.com/hedge/orchard',
      'Project: acme/orchard on gitlab.example.com/git',
      'Account: Olive (@olive)',
    ]);
    const file = { path: '/home/olive/orchard.tar.gz', sizeBytes: 1_240_000 };
    assert.deepEqual(facts(view({ kind: 'projectExport', source: undefined, file })).slice(0, 2), [
      'Project: acme/orchard on gitlab.example.com/git',
      'Archive: /home/olive/orchard.tar.gz (1.2 MB)',
    ]);
  });

  it('names the repository and the correlation ID that the server tells, in the report as well', () => {
    const told = { originUrl: 'https://github.com/hedge/orchard', correlationId: '01HCORRELATION' };
    assert.deepEqual(facts(view(told)).slice(-2), [
      'Repository: https://github.com/hedge/orchard',
      'Correlation ID: 01HCORRELATION',
    ]);
    assert.match(jobReport(view(told), []), /^- Correlation ID: 01HCORRELATION$/m);
  });

  it('gives each state the time until the next, and the last the time until the end', () => {
    assert.deepEqual(
      view().steps.map(({ word, atMs, untilMs, words }) => ({ word, lasted: untilMs && untilMs - atMs, words })),
      [
        { word: 'Requesting', lasted: 2_000, words: undefined },
        { word: 'Scheduled', lasted: 58_000, words: undefined },
        { word: 'Brand new state', lasted: undefined, words: 'so the server says' },
      ],
    );
    assert.equal(view({ phase: 'failed', endedAtMs: 1_070_000 }).steps.at(-1)?.untilMs, 1_070_000);
  });

  it('counts what either side tells, kinds nobody knows as well', () => {
    const stats = { fetched: { pull_request: 3, constructor: 2 }, imported: { pull_request: 1, ci_thing: 5 } };
    assert.deepEqual(view({ stats }).counters, [
      { key: 'pull_request', name: 'Pull requests', fetched: 3, imported: 1 },
      { key: 'constructor', name: 'Constructor', fetched: 2, imported: 0 },
      { key: 'ci_thing', name: 'CI thing', fetched: 0, imported: 5 },
    ]);
    assert.deepEqual(view().counters, []);
    assert.equal(view({ kind: 'projectImport' }).counters, undefined);
  });

  it('does not call an import complete when less is there than was fetched', () => {
    const stats = { fetched: { issue: 3 }, imported: { issue: 2 } };
    const { word, icon, sentence } = view({ phase: 'succeeded', stats }).phase;
    assert.deepEqual([word, icon], ['Partially finished', 'warning']);
    assert.match(sentence, /not everything/);
    assert.equal(view({ phase: 'succeeded', failedRelations: [{ id: 1 }] }).phase.icon, 'warning');
    assert.equal(view({ phase: 'succeeded' }).phase.sentence, 'Everything has been imported.');
  });

  it('tells when it is looked at only while the server is going to be asked', () => {
    assert.equal(view().poll?.does, 'look');
    assert.equal(view({ phase: 'succeeded' }).poll, undefined);
    assert.equal(view({ phase: 'receiving' }).poll, undefined);
    const look = { failures: 2, error: { words: 'No answer.', status: 502 } };
    assert.deepEqual([view({ phase: 'receiving', look }).poll?.does, view({ look }).poll?.error?.status], ['try', 502]);
  });

  it('says what it means that the account has been removed', () => {
    const shown = jobView(job(), { account: undefined, actions: [] });
    assert.match(shown.obstacle ?? '', /account/);
    assert.equal(shown.poll, undefined);
    assert.equal(jobView(job({ phase: 'failed' }), { account: undefined, actions: [] }).obstacle, undefined);
  });

  it('tells the server’s words from ours', () => {
    assert.deepEqual(view({ phase: 'failed', error: { words: 'Nope', status: 422 } }).error, {
      title: 'Server response (status 422)',
      words: 'Nope',
      status: 422,
    });
    assert.equal(view({ error: { words: 'Disk full', status: undefined } }).error?.title, 'Error');
  });

  it('takes failed parts with members missing', () => {
    const [shown] = failedViews({ failedRelations: [{ id: 1, created_at: 'never', relation_name: 'ci_pipelines' }] });
    assert.deepEqual(shown, {
      id: 1,
      relation: 'CI pipelines',
      key: 'ci_pipelines',
      source: '',
      message: '',
      exceptionClass: '',
      line: undefined,
      atMs: undefined,
    } satisfies FailedRelationView);
  });
});

describe('names of the server made readable', () => {
  it('keeps what has none', () => {
    assert.deepEqual(['', '__', 'notes', 'lfs_object', 'ACL'].map(readableName), [
      '',
      '',
      'Notes',
      'LFS object',
      'ACL',
    ]);
    assert.deepEqual(
      [counterName('__'), counterName('toString'), counterName('note')],
      ['__', 'To string', 'Comments'],
    );
  });
});

describe('bytes under way', () => {
  it('are not all there before they are', () => {
    const shown = transferView('sending', { doneBytes: 999_999_999, totalBytes: 1_000_000_000, msLeft: 90_000 });
    assert.deepEqual([shown.percent, shown.left, shown.rate], ['99%', '2 min left', undefined]);
  });

  it('have no share while their number is unknown', () => {
    const shown = transferView('receiving', { doneBytes: 1_500, bytesPerSecond: 500 });
    assert.deepEqual(
      [shown.share, shown.percent, shown.left, shown.rate],
      [undefined, undefined, undefined, '500 bytes/s'],
    );
  });
});

describe('what can be done with a job', () => {
  const names = (change: Partial<Job>, atEnd = [{ title: 'Open Project', command: 'graft.imports.open' }]): string[] =>
    pageActions(job(change), atEnd).map(({ label, isPrimary }) => (isPrimary ? `*${label}` : label));

  it('is to cancel while it is under way', () => {
    assert.deepEqual(names({}), ['Cancel…', 'Open in Browser', 'Copy Report', 'Remove from List…']);
  });

  it('is what its kind offers once it has ended, and to try again, in its own way or in ours, once it came to nothing', () => {
    const again = [{ title: 'Import Again…', command: 'graft.transfers.importMoveAgain' }];
    for (const [phase, atEnd, first] of [
      ['succeeded', undefined, '*Open Project'],
      ['failed', [], '*Try Again…'],
      ['canceled', [], '*Try Again…'],
      ['failed', again, '*Import Again…'],
    ] as const)
      assert.deepEqual(names({ phase }, atEnd && [...atEnd]), [
        first,
        'Open in Browser',
        'Copy Report',
        'Remove from List',
      ]);
  });

  it('is asked for again by a command of the extension, whatever its kind', async () => {
    const known = new Set(await vscode.commands.getCommands(true));
    for (const kind of jobKinds) assert.ok(known.has(commandOf(job({ kind }))), kind);
    const details = { from: 's3', namespace: 'a', path: 'b', overrides: {}, isSent: false };
    assert.equal(commandOf(job({ kind: 'projectImport', details })), 'graft.transfers.importProjectFromStorage');
  });

  it('is offered once, and never an address that is none', () => {
    const file = { path: '/a' };
    const subject = { type: 'project', path: 'a/b', webUrl: 'javascript:alert(1)' } as const;
    const twice = [{ title: 'Reveal', command: 'graft.transfers.revealFile' }];
    assert.deepEqual(names({ phase: 'succeeded', file, subject }, twice), [
      '*Reveal',
      'Copy Report',
      'Remove from List',
    ]);
  });
});

describe('failed parts on the clipboard', () => {
  const part: FailedRelationView = {
    id: 1,
    relation: 'Issues',
    key: 'issues',
    source: '=cmd()',
    message: 'a|b\n"c", [d](http://e) <img> `f`',
    exceptionClass: 'E',
    line: 4,
    atMs: 0,
  };

  it('are a table of Markdown whose cells stay cells', () => {
    const [, , row = ''] = failedMarkdown([part]).split('\n');
    assert.equal(
      row,
      '| issues | =cmd() | a\\|b "c", \\[d\\](http://e) \\<img\\> \\`f\\` | E | 4 | 1970-01-01T00:00:00.000Z |',
    );
    assert.equal(markdownCell('a\r\nb\u2028c\\'), 'a b c\\\\');
  });

  it('are CSV that no spreadsheet calculates with', () => {
    const [head, ...rest] = failedCsv([part]).split('\r\n');
    assert.equal(head, 'Relation,Source,Message,Class,Line,Time');
    assert.equal(rest[0], `issues,'=cmd(),"a|b\n""c"", [d](http://e) <img> \`f\`",E,4,1970-01-01T00:00:00.000Z`);
  });
});

describe('the report of a job', () => {
  it('tells everything, with the server’s words as they are', () => {
    const failed = job({
      phase: 'failed',
      endedAtMs: 2_000_000,
      error: { words: 'Bad\n```\nthing', status: 500 },
      stats: { fetched: { issue: 3 }, imported: { issue: 2 } },
      failedRelations: [{ id: 1, relation_name: 'issues', exception_message: 'No' }],
    });
    const text = jobReport(jobView(failed, { account: '@olive', actions: [] }), failedViews(failed));
    for (const line of [
      '# Import from GitHub: acme/orchard',
      '- Account: @olive',
      '````text\nBad\n```\nthing\n````',
      '| Issues | 2 | 3 |',
      '| issues |  | No |  |  |  |',
      '- 1970-01-01T00:16:42.000Z: Scheduled',
      '- 1970-01-01T00:17:40.000Z: Brand new state. so the server says',
    ]) {
      assert.ok(text.includes(line), `${line}\n---\n${text}`);
    }
  });
});
