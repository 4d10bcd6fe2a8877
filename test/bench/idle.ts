import { rmSync } from 'node:fs';
import path from 'node:path';
import type { RequestEntry } from '../../src/sandbox/requestLog.ts';
import { git } from '../support/git.ts';
import { packageExtension } from '../support/packaging.ts';
import { temporaryFolder } from '../support/paths.ts';
import { delay, poll } from '../support/poll.ts';
import { cloneSample } from '../support/servers/sampleClone.ts';
import { startSandbox } from '../support/servers/startSandbox.ts';
import { startSession } from '../support/window/userSession.ts';
import { table, type Section } from './section.ts';

const measureIdle = async (minutes: number): Promise<readonly RequestEntry[]> => {
  const folder = temporaryFolder('bench-package');
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const vsixFile = await packageExtension(path.join(folder, 'extension.vsix'));
    const sandbox = await startSandbox({ faults: true });
    undo.push(() => sandbox.close());
    const clone = await cloneSample(sandbox);
    undo.push(() => clone.remove());
    const head = git(sandbox.repository, 'rev-parse', 'main');
    const statuses = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/statuses/${head}`;
    const headers = { 'private-token': sandbox.tokens.maintainer };
    const set = await fetch(`${statuses}?name=idle&state=running`, { method: 'POST', headers });
    if (!set.ok) throw new Error(`${statuses}: ${set.status}`);
    const viewport = { width: 1400, height: 1000 };
    const env = { GITLAB_HOST: sandbox.url, GITLAB_TOKEN: sandbox.tokens.maintainer };
    const session = await startSession({ folder: clone.folder, vsixFile, viewport, env });
    undo.push(() => session.stop());
    const { ui } = session;
    await ui.openContainer('Graft');
    const commits = await ui.openPane('Commits');
    await ui.row(git(sandbox.repository, 'log', '-1', '--format=%s', 'main'), commits).waitFor({ timeout: 60_000 });
    const iterations = await ui.openPane('Iterations');
    const current = iterations.locator('.monaco-list-row[role=treeitem]').filter({ hasText: /days? left/ });
    await current.first().waitFor({ timeout: 60_000 });
    await ui.expand(current.first());
    await poll(async () => (await ui.treeLines(iterations)).length > 4, { what: 'issues', timeoutMs: 60_000 });
    await ui.command('Graft Review: Submit Review…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('!5');
    const found = ui.quickInput.locator('.monaco-list-row').first();
    await poll(async () => /Forecast/.test(await found.innerText()), { what: 'the merge request', timeoutMs: 60_000 });
    await ui.press('Enter');
    await ui.webview('.submitReview .finish');
    await delay(30_000);
    const received = `${sandbox.url}/-/sandbox/requests`;
    await fetch(received, { method: 'DELETE' });
    await delay(minutes * 60_000);
    return (await (await fetch(received)).json()) as readonly RequestEntry[];
  } finally {
    for (const step of undo.reverse()) await step();
  }
};

export const idleSection: Section = {
  name: 'idle',
  title: 'An idle window',
  isSlow: true,
  limitMinutes: 20,
  async measure({ isQuick }) {
    const minutes = isQuick ? 1 : 10;
    const requests = Map.groupBy(await measureIdle(minutes), ({ operation, method, path }) =>
      operation === null ? `${method} ${path.split('?')[0]}` : operation,
    );
    return [
      `${minutes} min of a window in the foreground with the Commits view (one pipeline runs), a review page and an`,
      'iteration open, after 30 seconds to settle. What subscriptions bring does not count.',
      '',
      ...table(
        ['Asked for', 'Requests', 'Of these 304'],
        [...requests].map(([name, all]) => [
          `\`${name}\``,
          String(all.length),
          String(all.filter(({ status }) => status === 304).length),
        ]),
      ),
    ];
  },
};
