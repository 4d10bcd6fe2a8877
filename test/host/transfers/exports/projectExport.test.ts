import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { pageActions } from '../../../../src/host/transfers/jobPage/actions.ts';
import { hasEnded } from '../../../../src/model/transfers/jobs/job.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../../support/window/inHost.ts';
import { fullDisk } from '../../../support/servers/fullDisk.ts';
import { hands } from '../../hands.ts';
import { hold, looksOften, rowsOf, server } from '../../transferHands.ts';
import { answerBox, exportTo, fileNamed, jobWhen, newest, saveDialog } from './jobHands.ts';

const listed = async (archive: string): Promise<string> => (await promisify(execFile)('tar', ['-tzf', archive])).stdout;

const statuses = async (operation: string): Promise<(number | undefined)[]> =>
  (await receivedRequests()).filter((each) => each.operation === operation).map(({ status }) => status);

describe('exporting a project', function () {
  this.timeout(60_000);
  const user = hands();
  const dialog = saveDialog();
  const orchard = /acme\/orchard$/;
  let app: App;

  looksOften();
  let target = '';

  before(async () => {
    app = await activated();
    await signIn(app);
  });

  after(async () => {
    await signOut(app);
  });

  beforeEach(async () => {
    target = fileNamed(`export-${Date.now()}.tar.gz`);
    dialog.answer(target);
    await setFaults([]);
    await forgetRequests();
  });

  afterEach(async () => {
    await server('begin');
    await setFaults([]);
    await hold();
    for (const { id } of app.jobs.list()) await app.jobs.remove(id);
  });

  /** Exports when the server has no export of ours. */
  const exported = async (choices?: Parameters<typeof exportTo>[1]) => {
    const before = app.jobs.list()[0]?.id;
    await exportTo(user, choices);
    return newest(app, before);
  };

  it('is offered where there is nothing yet', async () => {
    const rows = await settledRows(app.administration);
    const heading = rows.find(({ label }) => label === 'Exports and imports');
    assert.ok(heading, JSON.stringify(rows.map(({ text }) => text)));
    const below = await settledRows(app.administration, heading.row);
    assert.match(below[0]?.label ?? '', /No exports or imports yet/);
    const offered = below.map(({ item }) => item.command?.command);
    assert.ok(offered.includes('graft.transfers.exportProject'));
    assert.equal(offered.at(-1), 'graft.transfers.start');
    const run = vscode.commands.executeCommand('graft.transfers.start');
    const picker = await user.picker(/Export or Import/);
    assert.ok(picker.items.some(({ label }) => label.includes('Export Group…')));
    await user.escape();
    await run;
  });

  it('saves a whole archive with another description, and says so in one notification', async () => {
    const [notifications, steps]: [string[], string[]] = [[], []];
    const window = vscode.window as { withProgress: typeof vscode.window.withProgress };
    const { withProgress } = window;
    window.withProgress = (options, task) =>
      withProgress(options, (progress, token) => {
        if (options.location === vscode.ProgressLocation.Notification) notifications.push(options.title ?? '');
        return task({ report: (step) => (steps.push(step.message ?? ''), progress.report(step)) }, token);
      });
    const ended = await exported({ description: 'Moved from the old server' })
      .then(({ id }) => jobWhen(app, id, 'has ended', hasEnded))
      .finally(() => (window.withProgress = withProgress));
    assert.equal(ended.phase, 'succeeded', JSON.stringify(ended));
    assert.match(await listed(target), /project\.bundle/);
    assert.match(await listed(target), /VERSION/);
    assert.deepEqual(
      readdirSync(path.dirname(target)).filter((name) => name.endsWith('.part')),
      [],
    );
    // the download page
    assert.equal(ended.archiveUrl, `${ended.baseUrl}/acme/orchard/download_export`);
    const actions = pageActions(ended, []).map(({ label }) => label);
    assert.ok(actions.includes('Download in Browser'), actions.join());
    const states = ended.story.map(({ state }) => state);
    assert.deepEqual(states.slice(0, 2), ['starting', 'asked']);
    assert.deepEqual(states.slice(-4), ['finished', 'receiving', 'checking', 'saved']);
    assert.equal(ended.file?.sizeBytes, (await readFile(target)).length);
    const said = await user.hears(/Project export: acme\/orchard has finished/);
    assert.deepEqual(said.buttons, ['Reveal File', 'Show Details']);
    assert.deepEqual(user.said(), [said], 'no other message');
    assert.deepEqual([...new Set(notifications)], ['Project export: acme/orchard']);
    for (const state of [/^requesting$/, /^requested$/, /^[\d.]+ \wB of/])
      assert.ok(
        steps.some((step) => state.test(step)),
        steps.join(),
      );
    assert.deepEqual(app.unsentTexts.all('transfer description'), []);
    const rows = await settledRows(app.administration);
    const heading = rows.find(({ label }) => label === 'Exports and imports');
    const below = await settledRows(app.administration, heading?.row);
    assert.match(below[0]?.text ?? '', /^acme\/orchard · finished · Project export/);
  });

  it('offers the finished one, and says that a new one replaces it', async () => {
    await exportFormer();
    await rm(target, { force: true });
    const run = vscode.commands.executeCommand('graft.transfers.exportProject');
    await user.step(/previous export has finished/, /Save the Finished Export/);
    await run;
    const job = await newest(app);
    assert.equal((await jobWhen(app, job.id, 'has ended', hasEnded)).phase, 'succeeded');
    assert.match(await listed(target), /project\.bundle/);
    assert.deepEqual(await statuses('exportProject'), []);
  });

  const exportFormer = async (): Promise<void> => {
    const { url, token } = {
      url: app.accounts.list()[0]?.baseUrl,
      token: await app.accounts.token(app.accounts.list()[0]?.id ?? ''),
    };
    const headers = { authorization: `Bearer ${token}` };
    const at = `${url}/api/v4/projects/acme%2Forchard/export`;
    await fetch(at, { method: 'POST', headers });
    for (;;) {
      const state = (await (await fetch(at, { headers })).json()) as { export_status: string };
      if (state.export_status === 'finished') break;
    }
    await forgetRequests();
  };

  /** Exports when the server has a finished export. */
  const exportAnew = async (): Promise<string> => {
    const before = app.jobs.list()[0]?.id;
    await exportTo(user, { isAnew: true });
    return (await newest(app, before)).id;
  };

  it('asks nothing that has a default', async () => {
    await exportFormer();
    const before = app.jobs.list()[0]?.id;
    const run = vscode.commands.executeCommand('graft.transfers.exportProject');
    await user.step(/previous export has finished/, /Another Project/);
    await user.step(/Project to Export/, orchard);
    await user.step(/previous export has finished/, /Export Again/);
    const picker = await user.picker(/Press Enter to start/);
    const [, , where = '', description, other] = rowsOf(picker);
    assert.match(other ?? '', /^Another Project…/);
    assert.match(where, /^Archive destination: .*acme_orchard_export\.tar\.gz$/);
    assert.equal(description, 'Description in the Archive: that of the project');
    await user.enter();
    await run;
    const file = where.replace(/^Archive destination: /, '');
    const { id } = await newest(app, before);
    const ended = await jobWhen(app, id, 'has ended', hasEnded);
    assert.deepEqual([ended.phase, ended.file?.path], ['succeeded', file]);
    await rm(file);
  });

  it('goes on from what had come before the editor was closed', async () => {
    await exportFormer();
    const account = app.accounts.list()[0] ?? assert.fail('no account');
    const address = `${account.baseUrl}/api/v4/projects/acme%2Forchard/export/download`;
    const whole = await fetch(address, {
      headers: { authorization: `Bearer ${await app.accounts.token(account.id)}` },
    });
    const bytes = Buffer.from(await whole.arrayBuffer());
    await forgetRequests();
    const file = `${target}.part`;
    await writeFile(file, bytes.subarray(0, 100_000));
    const validator = whole.headers.get('last-modified') ?? assert.fail('no validator');
    const { id } = await app.jobs.add(
      {
        kind: 'projectExport',
        account: account.id,
        baseUrl: account.baseUrl,
        subject: { type: 'project', path: 'acme/orchard', id: 101 },
        file: { path: target },
        details: { to: 'file', isFormer: true, partial: { file, validator, wholeBytes: bytes.length } },
      },
      'receiving',
      'receiving',
    );
    const ended = await jobWhen(app, id, 'has ended', hasEnded);
    assert.equal(ended.phase, 'succeeded', JSON.stringify(ended));
    assert.deepEqual(await statuses('downloadProjectExport'), [206]);
    assert.ok((await readFile(target)).equals(bytes));
    assert.match(ended.story.find(({ state }) => state === 'resumed')?.words ?? '', /100 kB/);
    assert.ok(!existsSync(file));
  });

  it('throws away a download that is canceled or taken off the list', async () => {
    await exportFormer();
    for (const end of ['cancel', 'remove'] as const) {
      await setFaults([{ operation: 'downloadProjectExport', fault: 'delay', delayMs: 60_000 }]);
      const id = await exportAnew();
      await jobWhen(app, id, 'downloads', ({ phase, worker }) => phase === 'receiving' && worker !== undefined);
      await app.jobs[end](id);
      if (end === 'cancel') assert.equal((await jobWhen(app, id, 'has ended', hasEnded)).phase, 'canceled');
      else assert.equal(app.jobs.get(id), undefined);
      assert.deepEqual(
        readdirSync(path.dirname(target)).filter((name) => name.startsWith(path.basename(target))),
        [],
      );
    }
  });

  for (const [what, spoil, words] of [
    ['is truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), /is truncated/],
    [
      'is corrupt',
      // a stopped server may have left the first bytes of an archive
      (bytes: Buffer) => bytes.fill(0x55, bytes.length >> 1, Math.min(bytes.length, (bytes.length >> 1) + 100)),
      /corrupt/,
    ],
  ] as const) {
    it(`saves no archive that ${what}, and leaves what was there`, async () => {
      await exportFormer();
      await writeFile(target, 'an older file');
      await setFaults([{ operation: 'downloadProjectExport', fault: 'status', status: 503 }]);
      const id = await exportAnew();
      await jobWhen(app, id, 'waits', ({ phase, look }) => phase === 'receiving' && look.failures > 0);
      const exports = path.join(fileNamed('world'), 'transfers', 'exports');
      for (const name of readdirSync(exports)) {
        const file = path.join(exports, name);
        await writeFile(file, spoil(await readFile(file)));
      }
      await setFaults([]);
      await app.jobs.change(id, { pollInMs: 0 });
      const ended = await jobWhen(app, id, 'has ended', hasEnded);
      assert.equal(ended.phase, 'failed', JSON.stringify(ended));
      assert.match(ended.error?.words ?? '', words);
      assert.equal(await readFile(target, 'utf8'), 'an older file');
      assert.ok(!readdirSync(path.dirname(target)).some((name) => name.endsWith('.part')));
    });
  }

  it('says that the disk is full, leaves nothing, and the older file as it was', async () => {
    await exportFormer();
    await writeFile(target, 'an older file');
    await hold('finished');
    const id = await exportAnew();
    await jobWhen(app, id, 'is at work', ({ story }) => story.at(-1)?.state === 'regeneration_in_progress');
    const restore = await fullDisk(path.dirname(target), 300_000);
    try {
      await hold();
      const ended = await jobWhen(app, id, 'has ended', hasEnded);
      assert.equal(ended.phase, 'failed', JSON.stringify(ended));
      assert.match(ended.error?.words ?? '', /^The disk is full\. .* was not saved; .*still on the server\.$/);
    } finally {
      restore();
    }
    assert.equal(await readFile(target, 'utf8'), 'an older file');
    assert.ok(!readdirSync(path.dirname(target)).some((name) => name.endsWith('.part')));
    assert.deepEqual((await user.hears(/disk is full/)).buttons.includes('Show Details'), true);
  });

  it('says that the folder is gone, and leaves nothing', async () => {
    await exportFormer();
    target = fileNamed('gone/export.tar.gz');
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(path.dirname(target)));
    dialog.answer(target);
    await hold('finished');
    const id = await exportAnew();
    await rm(path.dirname(target), { recursive: true });
    await hold();
    const ended = await jobWhen(app, id, 'has ended', hasEnded);
    assert.equal(ended.phase, 'failed');
    assert.match(ended.error?.words ?? '', /folder .* no longer exists/);
  });

  it('is refused to who is no maintainer, with the words of the server, and asks for another project', async () => {
    await signOut(app);
    await signIn(app, 'developer');
    try {
      const run = vscode.commands.executeCommand('graft.transfers.exportProject');
      const [own] = (await user.picker(/Project to Export/)).items;
      assert.match(own?.detail ?? '', /Only Maintainers and Owners can export acme\/orchard.*403 Forbidden/);
      await user.escape();
      await run;
      assert.deepEqual(app.jobs.list(), []);
    } finally {
      await signOut(app);
      await signIn(app);
    }
  });

  it('waits for its account when that was removed', async () => {
    await exportFormer();
    await hold('finished');
    const id = await exportAnew();
    await jobWhen(app, id, 'is at work', ({ story }) => story.at(-1)?.state === 'regeneration_in_progress');
    await signOut(app);
    await hold();
    const rows = await settledRows(app.administration);
    const heading = rows.find(({ label }) => label === 'Exports and imports');
    assert.match((await settledRows(app.administration, heading?.row))[0]?.text ?? '', /account removed/);
    await signIn(app);
    assert.equal((await jobWhen(app, id, 'has ended', hasEnded)).phase, 'succeeded');
  });

  it('stops watching when it is canceled, and says that the server goes on', async () => {
    await exportFormer();
    await hold('finished');
    const id = await exportAnew();
    await jobWhen(app, id, 'is at work', ({ story }) => story.at(-1)?.state === 'regeneration_in_progress');
    user.willPress('Stop');
    user.forget();
    await vscode.commands.executeCommand('graft.transfers.cancelJob', { kind: 'job', id });
    const asked = await user.hears(/Stop watching Project export/);
    assert.match(asked.detail ?? '', /may still finish it/);
    const ended = await jobWhen(app, id, 'has ended', hasEnded);
    assert.deepEqual([ended.phase, ended.story.at(-1)?.state], ['canceled', 'unwatched']);
  });

  describe('by an upload of the server', () => {
    const secret = 'X-Amz-Signature=5ecret5ecret5ecret';
    let storage: Server;
    let received: { method: string | undefined; type: string | undefined; bytes: number }[] = [];
    let status = 200;
    let review: vscode.QuickPick<vscode.QuickPickItem>;

    before(async () => {
      storage = createServer((request, response) => {
        let bytes = 0;
        request.on('data', (part: Buffer) => (bytes += part.length));
        request.on('end', () => {
          received.push({ method: request.method, type: request.headers['content-type'], bytes });
          response.writeHead(status).end();
        });
      });
      await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
    });

    after(() => {
      storage.close();
    });

    const upload = async (method = 'PUT'): Promise<string> => {
      const { port } = storage.address() as AddressInfo;
      received = [];
      const before = app.jobs.list()[0]?.id;
      const run = vscode.commands.executeCommand('graft.transfers.exportProject');
      await user.step(/previous export has finished/, /Export Again/);
      await user.step(/Press Enter to start/, /Archive destination/);
      await user.step(/^Archive destination/, /Upload from the Server/);
      const box = await user.box(/Upload URL/);
      assert.ok(box.password, 'the address is drawn as dots');
      await answerBox(user, /Upload URL/, `http://127.0.0.1:${port}/exports/a.tar.gz?${secret}`);
      await user.step(/Upload Method/, new RegExp(method));
      review = await user.picker(/Press Enter to start/);
      await user.enter();
      await run;
      return (await newest(app, before)).id;
    };

    it('sends the archive there, warns, and keeps the address nowhere', async () => {
      status = 200;
      await exportFormer();
      const id = await upload();
      const ended = await jobWhen(app, id, 'has ended', hasEnded);
      assert.equal(ended.phase, 'succeeded', JSON.stringify(ended));
      assert.equal(received.length, 1);
      assert.deepEqual([received[0]?.method, received[0]?.type], ['PUT', 'application/gzip']);
      assert.match(ended.source ?? '', /^127\.0\.0\.1:\d+\/exports\/a\.tar\.gz$/);
      assert.match(rowsOf(review).join('\n'), /Content-Type: application\/gzip/);
      const { globalState, workspaceState, logUri } = app.context;
      const token = (await app.accounts.token(ended.account)) ?? 'none';
      const kept = [globalState, workspaceState].flatMap((state) => state.keys().map((key) => state.get(key)));
      const log = existsSync(logUri.fsPath)
        ? await Promise.all(readdirSync(logUri.fsPath).map((name) => readFile(path.join(logUri.fsPath, name), 'utf8')))
        : [];
      for (const text of [JSON.stringify(kept), JSON.stringify(user.said()), ...log]) {
        assert.ok(!text.includes('5ecret'), 'the address is kept or shown');
        assert.ok(!text.includes(token), 'the token is kept or shown');
      }
    });

    it('says that the server could not upload it', async () => {
      status = 403;
      await exportFormer();
      const ended = await jobWhen(app, await upload('POST'), 'has ended', hasEnded);
      assert.deepEqual([ended.phase, received[0]?.method], ['failed', 'POST']);
      assert.match(ended.error?.words ?? '', /not uploaded to 127\.0\.0\.1/);
    });
  });
}).timeout(45_000);
