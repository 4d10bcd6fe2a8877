import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { FileView, FromCommitPage, ToCommitPage } from '../../src/messages/commitPage.ts';
import { rootFolder } from '../support/paths.ts';
import { commitPageKind } from '../webview/commitPage/commitPages.ts';
import { commitView, manyFiles } from '../webview/commitPage/sampleViews.ts';
import { startHarness, type PageHarness } from '../webview/pageHarness.ts';
import { goals, median, milliseconds, table, type Goal, type Section } from './section.ts';

/** In milliseconds. */
interface Figures {
  /** From having the diff to the first frame with lines. */
  readonly firstPaint: number;
  readonly longestScrolling: number;
}

interface Result {
  readonly lines: number;
  readonly own: Figures;
  readonly diff2html: Figures;
}

/** Wanted ratio of first paints, by lines. */
const sooner: Readonly<Record<number, number>> = { 20_000: 50, 75_000: 150 };
const longestTaskMs = 50;
const linesPerFile = 250;

type Harness = PageHarness<ToCommitPage, FromCommitPage>;

const measureSizes = async (sizes: readonly number[], rounds: number): Promise<readonly Result[]> => {
  const harness = await startHarness<ToCommitPage, FromCommitPage>(commitPageKind);
  try {
    // a browser's first page is slow
    await measureOwn(harness, manyFiles(1, linesPerFile));
    const results = [];
    for (const lines of sizes) {
      const files = manyFiles(lines / linesPerFile, linesPerFile);
      const [own, other]: [Figures[], Figures[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        own.push(await measureOwn(harness, files));
        other.push(await measureDiff2html(harness, gitDiff(files)));
      }
      results.push({ lines, own: middle(own), diff2html: middle(other) });
    }
    return results;
  } finally {
    await harness.close();
  }
};

const middle = (all: readonly Figures[]): Figures => ({
  firstPaint: median(all.map(({ firstPaint }) => firstPaint)),
  longestScrolling: median(all.map(({ longestScrolling }) => longestScrolling)),
});

const gitDiff = (files: readonly FileView[]): string =>
  files
    .map(({ oldPath, newPath, diff }) =>
      [`diff --git a/${oldPath} b/${newPath}`, `--- a/${oldPath}`, `+++ b/${newPath}`, diff].join('\n'),
    )
    .join('');

const measureOwn = async (harness: Harness, files: readonly FileView[]): Promise<Figures> => {
  const { page, send } = await harness.open({});
  try {
    await send({ type: 'commit', commit: commitView() });
    const firstPaint = await page.evaluate(async (sent) => {
      const start = performance.now();
      window.postMessage({ type: 'files', files: sent, restart: false, complete: true }, '*');
      while (document.querySelectorAll('.row').length < 20) await new Promise(requestAnimationFrame);
      // until the frame is painted
      await new Promise((painted) => setTimeout(painted));
      return performance.now() - start;
    }, files);
    await page.locator('.row [class*="tok-"]').first().waitFor();
    return { firstPaint, longestScrolling: await scrolled(page, '.page') };
  } finally {
    await page.close();
  }
};

const bundled = (file: string): string =>
  readFileSync(path.join(rootFolder, 'node_modules/diff2html/bundles', file), 'utf8');

interface WithDiff2html extends Window {
  Diff2HtmlUI: new (target: HTMLElement, diff: string, options: object) => { draw(): void; highlightCode(): void };
}

const measureDiff2html = async (harness: Harness, diff: string): Promise<Figures> => {
  const opened = await harness.open({});
  const page = await opened.page.context().newPage();
  await opened.page.close();
  try {
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.setContent('<!doctype html><body><div id="diff"></div></body>');
    await page.addStyleTag({ content: bundled('css/diff2html.min.css') });
    await page.addScriptTag({ content: bundled('js/diff2html-ui.min.js') });
    const firstPaint = await page.evaluate(async (text) => {
      const painted = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const target = document.getElementById('diff') as HTMLElement;
      const start = performance.now();
      // as for reading: no file list, and highlighting after the lines
      const options = { drawFileList: false, highlight: false };
      const drawing = new (window as unknown as WithDiff2html).Diff2HtmlUI(target, text, options);
      drawing.draw();
      await painted();
      const ms = performance.now() - start;
      drawing.highlightCode();
      await painted();
      return ms;
    }, diff);
    return { firstPaint, longestScrolling: await scrolled(page, 'html') };
  } finally {
    await page.close();
  }
};

const scrolled = (page: Page, selector: string): Promise<number> =>
  page.evaluate(async (scrollerSelector) => {
    const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));
    await settled();
    const tasks: number[] = [0];
    // reported from 50 ms
    const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
    watch.observe({ type: 'longtask' });
    const scroller = document.querySelector(scrollerSelector) as HTMLElement;
    const step = scroller.scrollHeight / 120;
    for (let done = 0; done < 120; done += 1) {
      scroller.scrollTop += step;
      await new Promise(requestAnimationFrame);
    }
    await settled();
    return Math.max(...tasks);
  }, selector);

const goalsOf = ({ lines, own, diff2html }: Result): readonly Goal[] => {
  const times = diff2html.firstPaint / own.firstPaint;
  const wanted = sooner[lines];
  const painted: Goal = {
    what: `${lines.toLocaleString('en')} lines: first paint against diff2html`,
    wanted: `${wanted} times sooner`,
    found: `${times.toFixed(0)} times`,
    isMet: times >= (wanted ?? 0),
    why: 'What grows with the lines is handing them to the page; the rest weighs the more the less the other page does.',
  };
  const scrolling: Goal = {
    what: `${lines.toLocaleString('en')} lines: longest task while scrolling`,
    wanted: `≤ ${longestTaskMs} ms`,
    found: taskOf(own.longestScrolling),
    isMet: own.longestScrolling <= longestTaskMs,
    why: 'Each step jumps past all that is drawn: layout, styles and colouring of a screen of others.',
  };
  return wanted === undefined ? [scrolling] : [painted, scrolling];
};

const taskOf = (ms: number): string => (ms === 0 ? 'none over 50 ms' : milliseconds(ms));

export const largeDiffSection: Section = {
  name: 'largeDiff',
  title: 'A large diff',
  limitMinutes: 10,
  async measure({ isQuick }) {
    const results = await measureSizes(isQuick ? [1_000, 5_000] : [1_000, 20_000, 75_000], isQuick ? 1 : 3);
    const row = (lines: number, name: string, figures: Figures): readonly string[] => [
      lines.toLocaleString('en'),
      name,
      milliseconds(figures.firstPaint),
      taskOf(figures.longestScrolling),
    ];
    return [
      ...goals(results.flatMap(goalsOf)),
      'The same diffs of TypeScript in files of 250 lines, shown by the commit page and by diff2html in one browser, in turns,',
      'medians. First paint is the first frame with lines in it, from having the diff; the commit page lays out what is below',
      'the screen after that frame, and colours what is in sight; diff2html draws its lines first and colours them all',
      'afterwards. Scrolling goes through the whole diff in 120 jumps, a frame each.',
      '',
      ...table(
        ['Lines', 'Page', 'First paint', 'Longest task scrolling'],
        results.flatMap(({ lines, own, diff2html }) => [
          row(lines, 'commit page', own),
          row(lines, 'diff2html', diff2html),
        ]),
      ),
    ];
  },
};
