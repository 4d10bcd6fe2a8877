import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { FromMergeRequestPage, ToMergeRequestPage } from '../../../src/messages/mergeRequestPage.ts';
import { runHostWindow } from '../../support/window/hostSuite.ts';
import { temporaryFolder } from '../../support/paths.ts';
import {
  conversation,
  requestPageKind,
  requestView,
  threadView,
} from '../../webview/mergeRequestPage/mergeRequestPages.ts';
import { startHarness } from '../../webview/pageHarness.ts';
import { atMost, goals, median, milliseconds, table, type Section } from '../section.ts';
import { fileOf, type LargeReviewResult, size } from './world.ts';

const measureInEditor = async (rounds: number): Promise<LargeReviewResult> => {
  const folder = temporaryFolder('bench-review');
  const resultFile = path.join(folder, 'result.json');
  try {
    Object.assign(process.env, { GRAFT_REVIEW_ROUNDS: String(rounds), GRAFT_REVIEW_RESULT: resultFile });
    const testFiles = [path.join(import.meta.dirname, 'measures.ts')];
    const suite = { name: 'largeReview', folder: import.meta.dirname, testFiles };
    const { failures } = await runHostWindow([suite]);
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return JSON.parse(readFileSync(resultFile, 'utf8')) as LargeReviewResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

interface Held {
  held: readonly ToMergeRequestPage[];
}

/** Median milliseconds from the page's data to its first frame. */
const measurePage = async (rounds: number): Promise<number> => {
  const harness = await startHarness<ToMergeRequestPage, FromMergeRequestPage>(requestPageKind);
  const threads = Array.from({ length: size.threads }, (_, index) => {
    const file = fileOf(index % size.files);
    const newLine = 1 + Math.floor(index / size.files);
    const place = { oldPath: file, newPath: file, oldLine: undefined, newLine, isInThisDiff: true };
    return threadView(String(index), { place });
  });
  const files = Array.from({ length: size.files }, (_, index) => {
    const file = { path: fileOf(index), oldPath: fileOf(index), size: '+60 −0', isViewed: index % 3 === 0 };
    return { ...file, change: 'added' as const };
  });
  const sent: readonly ToMergeRequestPage[] = [
    { type: 'request', request: requestView() },
    { type: 'part', name: 'files', view: { state: 'ready', value: { files, note: undefined } } },
    conversation(threads),
  ];
  try {
    const all: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const { page } = await harness.open({});
      // the transfer takes longer than drawing
      await page.evaluate((messages) => void ((window as unknown as Held).held = messages), sent);
      const ms = await page.evaluate(async () => {
        const startedAt = performance.now();
        for (const message of (window as unknown as Held).held) window.postMessage(message, '*');
        while (document.querySelector('.threadBox') === null) {
          if (performance.now() - startedAt > 20_000) throw new Error('no thread is shown');
          await new Promise(requestAnimationFrame);
        }
        // until the frame is painted
        await new Promise((painted) => setTimeout(painted));
        return performance.now() - startedAt;
      });
      await page.close();
      // a browser's first page is slow
      if (round >= 0) all.push(ms);
    }
    return median(all);
  } finally {
    await harness.close();
  }
};

export const largeReviewSection: Section = {
  name: 'largeReview',
  title: 'A large merge request',
  isSlow: true,
  limitMinutes: 10,
  async measure({ isQuick }) {
    const rounds = isQuick ? 2 : 7;
    const paintMs = await measurePage(rounds);
    const found = await measureInEditor(rounds);
    return [
      ...goals([
        atMost('Merge request page: first paint after its data', paintMs, 150, milliseconds),
        atMost(`Tree of ${found.treeRows} threads, after its data`, found.treeMs, 100, milliseconds),
        atMost('Requests until the merge request page can be used', found.usableRequests, 6, String),
      ]),
      'A merge request of 300 files, 2,000 threads and 200 drafts on the sample server, in an editor; the page of the merge',
      `request in a browser. Rounds: ${rounds}, medians. The page can be used once it shows the merge request and what can be`,
      'done with it; the rest comes piece by piece. Below, what the review page reads until it has everything: threads come in',
      'pages of 100.',
      '',
      ...table(
        ['Request', 'Times'],
        Object.entries(found.requests).map(([name, times]) => [name, String(times)]),
      ),
    ];
  },
};
