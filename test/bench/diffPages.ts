import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { FileView, FromCommitPage, ToCommitPage } from '../../src/messages/commitPage.ts';
import { rootFolder } from '../support/paths.ts';
import { commitPageKind } from '../webview/commitPage/commitPages.ts';
import { commitView, manyFiles } from '../webview/commitPage/sampleViews.ts';
import { startHarness, type PageHarness } from '../webview/pageHarness.ts';
import { median } from './processes.ts';

/** What a page that shows a diff did, in milliseconds but for what the names say otherwise. */
export interface DiffFigures {
  /** From having the diff to the first frame with lines in it. */
  readonly firstPaint: number;
  /** From having the diff to its colours: all lines where the page draws all, those in sight where it draws those. */
  readonly coloured: number;
  /** Longest task until then. */
  readonly longestLoading: number;
  /** Longest task and longest time between two frames while all of it is scrolled through. */
  readonly longestScrolling: number;
  readonly slowestFrame: number;
  /** After a collection, at the end. */
  readonly heapBytes: number;
  readonly domNodes: number;
}

/** Both pages with the same diff; medians over the rounds. */
export interface DiffResult {
  readonly size: DiffSize;
  readonly own: DiffFigures;
  readonly diff2html: DiffFigures;
}

/** How many lines, and how often. */
export interface DiffSize {
  readonly lines: number;
  readonly rounds: number;
  /** Of the rounds, those in which diff2html has its turn: it takes a minute for the largest. */
  readonly otherRounds: number;
}

const linesPerFile = 250;
const steps = 120;

type Harness = PageHarness<ToCommitPage, FromCommitPage>;

/** Shows diffs of the given sizes in the commit page and with diff2html, in the same browser and in turns. */
export const measureDiffPages = async (sizes: readonly DiffSize[]): Promise<readonly DiffResult[]> => {
  const harness = await startHarness<ToCommitPage, FromCommitPage>(commitPageKind);
  try {
    // a browser is slow with the first page it shows
    await measureOwn(harness, manyFiles(1, linesPerFile));
    const results = [];
    for (const size of sizes) {
      const { lines, rounds, otherRounds } = size;
      const files = manyFiles(lines / linesPerFile, linesPerFile);
      const own: DiffFigures[] = [];
      const other: DiffFigures[] = [];
      for (let round = 0; round < rounds; round += 1) {
        own.push(await measureOwn(harness, files));
        if (round < otherRounds) other.push(await measureDiff2html(harness, gitDiff(files)));
      }
      results.push({ size, own: middle(own), diff2html: middle(other) });
    }
    return results;
  } finally {
    await harness.close();
  }
};

const middle = (all: readonly DiffFigures[]): DiffFigures => {
  const of = (name: keyof DiffFigures): number => median(all.map((figures) => figures[name]));
  return {
    firstPaint: of('firstPaint'),
    coloured: of('coloured'),
    longestLoading: of('longestLoading'),
    longestScrolling: of('longestScrolling'),
    slowestFrame: of('slowestFrame'),
    heapBytes: of('heapBytes'),
    domNodes: of('domNodes'),
  };
};

/** The files as git prints them. */
const gitDiff = (files: readonly FileView[]): string =>
  files
    .map(({ oldPath, newPath, diff }) =>
      [`diff --git a/${oldPath} b/${newPath}`, `--- a/${oldPath}`, `+++ b/${newPath}`, diff].join('\n'),
    )
    .join('');

const measureOwn = async (harness: Harness, files: readonly FileView[]): Promise<DiffFigures> => {
  const { page, send } = await harness.open({});
  try {
    await send({ type: 'commit', commit: commitView() });
    await watchTasks(page);
    const shown = await page.evaluate(async (sent) => {
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      window.postMessage({ type: 'files', files: sent, restart: false, complete: true }, '*');
      while (document.querySelectorAll('.row').length < 20) await frame();
      // the lines were seen before this frame was painted; what is set going now comes after it
      await new Promise((painted) => setTimeout(painted));
      const firstPaint = performance.now() - start;
      // the rows change once more as they get their colours; then nothing happens any more
      let changedAt = start + firstPaint;
      const observer = new MutationObserver(() => (changedAt = performance.now()));
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      const isColoured = (): boolean => document.querySelector('.row [class*="tok-"]') !== null;
      while ((!isColoured() || performance.now() - changedAt < 200) && performance.now() - changedAt < 20_000)
        await new Promise((resolve) => setTimeout(resolve, 20));
      observer.disconnect();
      if (!isColoured()) throw new Error('the commit page stayed without colours');
      return { firstPaint, coloured: changedAt - start };
    }, files);
    return { ...shown, ...(await scrolled(page, '.page')), ...(await held(page)) };
  } finally {
    await page.close();
  }
};

const bundles = path.join(rootFolder, 'node_modules/diff2html/bundles');
const script = (): string => readFileSync(path.join(bundles, 'js/diff2html-ui.min.js'), 'utf8');
const style = (): string => readFileSync(path.join(bundles, 'css/diff2html.min.css'), 'utf8');

/** What diff2html leaves on the window. */
interface WithDiff2html extends Window {
  Diff2HtmlUI: new (target: HTMLElement, diff: string, options: object) => { draw(): void; highlightCode(): void };
}

/** How long diff2html may take; then its first paint is known to be no sooner, and the rest stays unknown. */
const patienceMs = 100_000;
const unknownFigures: DiffFigures = {
  firstPaint: Number.NaN,
  coloured: Number.NaN,
  longestLoading: Number.NaN,
  longestScrolling: Number.NaN,
  slowestFrame: Number.NaN,
  heapBytes: Number.NaN,
  domNodes: Number.NaN,
};

const measureDiff2html = async (harness: Harness, diff: string): Promise<DiffFigures> => {
  const opened = await harness.open({});
  const page = await opened.page.context().newPage();
  await opened.page.close();
  let firstPaintSeen = Number.NaN;
  page.on('console', (message) => (firstPaintSeen = Number(message.text())));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), patienceMs)));
  try {
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.setContent('<!doctype html><body><div id="diff"></div></body>');
    await page.addStyleTag({ content: style() });
    await page.addScriptTag({ content: script() });
    await watchTasks(page);
    const showing = page.evaluate(async (text) => {
      const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const target = document.getElementById('diff');
      if (!target) throw new Error('there is nothing to draw in');
      const start = performance.now();
      // as it is used for reading: no list of files in front, and colours afterwards, so that the lines come first
      const options = { drawFileList: false, highlight: false };
      const drawing = new (window as unknown as WithDiff2html).Diff2HtmlUI(target, text, options);
      drawing.draw();
      await painted();
      const firstPaint = performance.now() - start;
      console.log(String(firstPaint));
      drawing.highlightCode();
      await painted();
      return { firstPaint, coloured: performance.now() - start };
    }, diff);
    // a page that hangs answers nothing any more: closing it fails what was asked
    showing.catch(() => {});
    const shown = await Promise.race([showing, late]);
    if (shown === undefined) return { ...unknownFigures, firstPaint: firstPaintSeen || patienceMs };
    return { ...shown, ...(await scrolled(page, 'html')), ...(await held(page)) };
  } finally {
    clearTimeout(timer);
    await page.close();
  }
};

/** What the watcher of tasks leaves on the window. */
interface WithTasks extends Window {
  longTasks: number[];
}

/** Browsers tell of tasks of more than 50 ms only. */
const watchTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const tasks: number[] = ((window as unknown as WithTasks).longTasks = []);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });

/** Scrolls through all of it in steps, a frame for each. */
const scrolled = (
  page: Page,
  selector: string,
): Promise<Pick<DiffFigures, 'longestLoading' | 'longestScrolling' | 'slowestFrame'>> =>
  page.evaluate(
    async ([scrollerSelector, count]) => {
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));
      const { longTasks } = window as unknown as WithTasks;
      await settled();
      const longestLoading = Math.max(0, ...longTasks.splice(0));
      const scroller = document.querySelector(scrollerSelector);
      if (!scroller) throw new Error('there is nothing to scroll');
      const step = scroller.scrollHeight / count;
      let slowestFrame = 0;
      let before = await frame();
      for (let done = 0; done < count; done += 1) {
        scroller.scrollTop += step;
        const now = await frame();
        slowestFrame = Math.max(slowestFrame, now - before);
        before = now;
      }
      await settled();
      return { longestLoading, longestScrolling: Math.max(0, ...longTasks), slowestFrame };
    },
    [selector, steps] as const,
  );

/** What the page holds at the end. */
const held = async (page: Page): Promise<Pick<DiffFigures, 'heapBytes' | 'domNodes'>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  // elements that are gone are given up by one collection and their scripts' part of them by the next
  for (let count = 0; count < 3; count += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  // also those that are no longer in the document but still held
  const domNodes = metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
  return { heapBytes, domNodes };
};
