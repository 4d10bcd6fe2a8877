import { setTimeout as delay } from 'node:timers/promises';
import { git } from '../support/git.ts';
import { poll } from '../support/poll.ts';
import { cloneSample } from '../support/sampleClone.ts';
import { startSandbox } from '../support/startSandbox.ts';
import { startSession } from '../support/userSession.ts';
import { type Metered, startMeter } from './meter.ts';

const settleMs = 30_000;

/**
 * Opens a window with the Commits view, where a pipeline runs, a review and an iteration, and leaves it alone for some
 * minutes. Answers what it asked its server for meanwhile.
 */
export const measureIdleWindow = async (
  vsixFile: string,
  minutes: number,
  way: { readonly isForgetful: boolean },
): Promise<Metered> => {
  const undo: (() => unknown)[] = [];
  try {
    const sandbox = await startSandbox();
    undo.push(() => sandbox.close());
    const meter = await startMeter(sandbox.url, way);
    undo.push(() => meter.close());
    const clone = await cloneSample({ ...sandbox, url: meter.url });
    undo.push(() => clone.remove());
    const head = git(sandbox.repository, 'rev-parse', 'main');
    const statuses = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/statuses/${head}`;
    const headers = { 'private-token': sandbox.tokens.maintainer };
    const set = await fetch(`${statuses}?name=idle&state=running`, { method: 'POST', headers });
    if (!set.ok) throw new Error(`${statuses}: ${set.status}`);
    const account = JSON.stringify({ url: meter.url, token: sandbox.tokens.maintainer });
    const session = await startSession({
      folder: clone.folder,
      vsixFile,
      viewport: { width: 1400, height: 1000 },
      env: { GRAFT_DEMO_ACCOUNT: account },
    });
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
    await ui.command('Graft Review: Show Review Page…');
    await ui.quickInput.waitFor();
    await ui.quickInputBox.fill('!5');
    const found = ui.quickInput.locator('.monaco-list-row').first();
    await poll(async () => /Forecast/.test(await found.innerText()), { what: 'the merge request', timeoutMs: 60_000 });
    await ui.press('Enter');
    await ui.webview('.reviewPage .reviewHead');
    await delay(settleMs);
    meter.read();
    await delay(minutes * 60_000);
    return meter.read();
  } finally {
    for (const step of undo.reverse()) await step();
  }
};
