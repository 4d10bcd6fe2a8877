import { measureLargeReview, measureRequestPage } from '../largeReview/largeReview.ts';
import { goals, milliseconds, type Section, table } from './section.ts';

const notLookedInto = 'Why has not been looked into.';

/** A merge request of 300 files, 2,000 threads and 200 drafts. */
export const reviewSection: Section = {
  name: 'review',
  title: 'A large merge request',
  isSlow: true,
  limitMinutes: 10,
  async measure(thoroughness) {
    const rounds = thoroughness === 'quick' ? 2 : 7;
    const paintMs = await measureRequestPage(rounds);
    const found = await measureLargeReview(rounds);
    const within = (what: string, ms: number, most: number, why = notLookedInto) => ({
      what,
      wanted: `≤ ${most} ms`,
      found: milliseconds(ms),
      isMet: ms <= most,
      why,
    });
    return [
      ...goals([
        within(
          'Merge request page: first paint after its data',
          paintMs,
          150,
          'The browser is cold: half is layout and compiling.',
        ),
        within(`Tree of ${found.treeRows} threads, after its data`, found.treeMs, 100),
        within('Next unresolved thread, in the same file', found.nextThreadMs, 50),
        within(`${found.threadsOfFile} threads of a file, after its text`, found.threadsOfFileMs, 300),
        {
          what: 'Requests until the merge request page can be used',
          wanted: '≤ 6',
          found: String(found.usableRequests),
          isMet: found.usableRequests <= 6,
          why: notLookedInto,
        },
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
